"""Pages by the thousand, from files of any kind: on all cores of one machine, or on Spark.

`run` is the whole way on one machine, `spark` the same on a cluster. Both read what `inputs` recognises,
do what `work` says, and write by `outputs`. `pool` knows nothing of batches: anybody may give it work.
"""
