"""Making the shipped model; never imported by the pipeline."""
