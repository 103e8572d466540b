"""`nb info`: what a model is."""

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.page import show


def run(
    model: opt.Model = None,
    name: opt.Named = None,
    as_json: opt.Json = False,
) -> None:
    """Show what a model is: recipe, labels, sizes, its figures."""
    name = opt.name_of(model, name)
    from nbcli import store
    from nbcli.reports.contents import info as _info

    show(_info.report(store.header(name), name, store.path_of(name)), opt.form_of("text", json=as_json))
