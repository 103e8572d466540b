"""Commands: a file a command, the file's name being the command's.

The contract of a command (one file in this folder):

    def run(options...) -> None       its options as annotated parameters, its docstring the help text

A command module imports at its top only what its options need; numpy and the rest are imported when it runs, so that
`nb --help` is quick.
"""
