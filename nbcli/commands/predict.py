"""`nb predict`: label texts, a line each."""

from dataclasses import replace
from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.predicting import check, check_forms, check_table
from nbcli.commands._shared.reading import Delimiter, Encoding, ReadingOptions, TextColumn


def run(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE...]", help="Texts, a line each; stdin without any.")
    ] = None,
    name: opt.Name = "default",
    proba: Annotated[bool, typer.Option("--proba", help="Print the posterior after the label.")] = False,
    top: Annotated[
        int | None, typer.Option(metavar="K", help="Print the K most likely labels, each with its posterior.")
    ] = None,
    as_json: opt.Json = False,
    columns: Annotated[
        str | None, typer.Option(metavar="NAME,...", help="Print columns (TSV), from label, proba, status, text.")
    ] = None,
    only: Annotated[
        str | None, typer.Option(metavar="LABEL", help="Print the lines of that label, unchanged, as grep does.")
    ] = None,
    invert: Annotated[bool, typer.Option("-v", "--invert", help="With --only: the other lines.")] = False,
    is_: Annotated[
        str | None,
        typer.Option("--is", metavar="LABEL", help="The input is one text: print nothing, exit with 0 (yes) or 1."),
    ] = None,
    min_proba: Annotated[float, typer.Option(metavar="P", help="Below this posterior the label is withheld.")] = 0.0,
    unsure: Annotated[
        str | None,
        typer.Option(
            metavar="WORD", help="What is printed for a label withheld, or for no known term (default: unsure)."
        ),
    ] = None,
    input_: Annotated[
        str | None,
        typer.Option(
            "--input",
            metavar=opt.names("corpus"),
            help="A table comes out with three columns more. (lines; files such as the model learned from as those)",
        ),
    ] = None,
    text_column: TextColumn = None,
    delimiter: Delimiter = None,
    header: Annotated[
        bool | None,
        typer.Option(
            "--header/--no-header",
            help="With --mail: print the mail, byte for byte, with an X-Nb header added. Tables: row 1 has names.",
        ),
    ] = None,
    encoding: Encoding = None,
    mail: Annotated[bool, typer.Option("--mail", help="The input is one mail, headers and all.")] = False,
    jobs: Annotated[int, typer.Option(metavar="N", help="Lines: classify them in N processes.")] = 1,
) -> int:
    """Print a label for every line of files or stdin.

    In order, as the lines come.

    echo 公司代开发票，优惠 | nb predict --name mail --proba
    """
    given = locals()
    check(given)
    from nbcli import store
    from nbcli.answering.answering import Answering, answer_lines, form_of
    from nbcli.answering.answers import Abstention
    from nbcli.classifier.of_records import schema_of

    how = ReadingOptions(None, encoding, None, text_column, delimiter, header).how()
    classifier, names = store.load(name), files or ["-"]
    schema = schema_of(classifier)
    how = replace(how, fields=schema.fields if schema else ())
    abstention = Abstention.of(classifier, min_proba, unsure)
    opt.check_label(
        is_ if is_ is not None else only, [*classifier.labels, *([abstention.word] if abstention.word else [])]
    )
    form = form_of(as_json, columns, top or (1 if proba else 0))
    answering = Answering(classifier, abstention, how.encoding, form, only, invert, schema)
    if schema:
        check_table(given)
    if is_ is not None or mail:
        from nbcli.answering.whole import answer_whole

        return int(not answer_whole(answering, names, mail=mail, is_=is_, header=bool(header)))
    if input_ is not None or files or schema:
        from nbcli.answering.files import answer_files, chosen

        forms = [(path, chosen(path, input_, how, classifier.facts.get("read"))) for path in names]
        check_forms(given, forms)
        if any(form for _, form in forms):
            answer_files(answering, forms)
            return 0
    else:
        check_forms(given, [])
    printed = answer_lines(answering, names, opt.processes(jobs))
    return int(only is not None and not printed)
