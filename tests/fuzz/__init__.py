"""Whatever comes in: no crash, valid offsets, time that grows with the size. Long form: `python -m tests.fuzz`."""
