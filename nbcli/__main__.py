"""`python -m nbcli` is `nb`."""

from nbcli.cli import main

main()
