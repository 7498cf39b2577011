"""Questions to an opened graph, one file a question; each answer is a plain frozen record.

resolve        a name, however it is spelt        -> the concept meant
neighbourhood  a concept                          -> what stands within some hops of it
dossier        a concept                          -> all that the graph knows of it
leaderboard    a dataset, task, metric, method   -> the figures that papers report, ranked where comparable
search         words                              -> concepts whose names hold them
duplicates     the whole graph                    -> pairs of concepts that may be one (candidates, alike: how)
curation       names as typed                     -> a correction that holds in this graph
path           two concepts                       -> the shortest chain of statements between them
papers, stats  the whole graph                    -> its papers, its numbers
sparql         a SPARQL query over the triples    -> an answer: rows, a truth value or triples
gallery        the name of a ready query          -> the query; bindings: values for its variables
plain          any of these records               -> what JSON can say (sparql has a form of its own)
"""
