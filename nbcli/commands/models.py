"""`nb models`: what is in the store."""

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.page import show
from nbcli.errors import NbError


def run(as_json: opt.Json = False) -> None:
    """List the models in the store.

    That is $NB_STORE, or the user's data folder.
    """
    from nbcli import store
    from nbcli.reports import Note, Report, Table
    from nbcli.reports.contents.training import dated
    from nbcli.system.folders import store_folder

    rows, data, notes = [], [], list[Note]()
    for name in store.names():
        try:
            head = store.header(name)
        except NbError as error:
            notes.append(Note(str(error)))
            continue
        first, *more = head["recipes"]
        views = f"{first['features']} {first['model']}" + (f", {len(more) + 1} views" if more else "")
        sizes = [str(len(head["labels"])), f"{sum(head['texts'].values()):,}", f"{head['terms']:,}"]
        rows.append([name, *sizes, views, head["trained"]])
        data.append({"name": name, **dated(head)})
    if not rows and not notes:
        notes.append(Note(f"no models yet in {store_folder()}; to make one: nb train CORPUS --name NAME"))
    table = [Table(["name", "labels", "texts", "terms", "views", "trained"], rows, numbers=False)] if rows else []
    show(Report(data, table, notes), opt.form_of("text", json=as_json))
