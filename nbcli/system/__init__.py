"""What differs from one operating system to another, and stands here only: signals, locks, whole-file writing, pools of
processes, the terminal, timings, and the folders of the store and the cache. It knows nothing of texts.

What only POSIX has (`fcntl`, SIGHUP, masks of signals, `select` on files) is looked for, never supposed: Windows, where
it is not, has a counterpart beside it.
"""
