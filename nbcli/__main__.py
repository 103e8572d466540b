"""The process `nb`, which is `python -m nbcli`, from its first moment on."""

from nbcli.system.starting import quiet


def main() -> None:
    """Run `nb` as a process."""
    quiet()
    from nbcli.cli import main as run

    run()


if __name__ == "__main__":
    main()
