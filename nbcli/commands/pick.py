"""`nb pick`: the texts of a pool that are worth a label."""

from dataclasses import replace
from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.reading import Delimiter, Encoding, ReadingOptions, TextColumn
from nbcli.system.terminal import Environment


def run(
    pool: Annotated[str, typer.Argument(metavar="POOL", help="Texts without labels: lines, a table; - is stdin.")],
    *,
    name: opt.Name = "default",
    number: Annotated[int, typer.Option("-n", "--number", metavar="N", help="How many to pick.")] = 50,
    uncertain: Annotated[
        bool,
        typer.Option("--uncertain", help="Only those that the model is least sure of. (half of them)"),
    ] = False,
    random: Annotated[
        bool, typer.Option("--random", help="Only random ones: an accuracy can be estimated from these. (half)")
    ] = False,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of what is random.")] = 0,
    input_: Annotated[
        str | None,
        typer.Option("--input", metavar=opt.names("corpus"), help="The form of POOL. (found as nb predict does it)"),
    ] = None,
    text_column: TextColumn = None,
    delimiter: Delimiter = None,
    header: Annotated[
        bool | None, typer.Option("--header/--no-header", help="Tables: row 1 has the columns' names.")
    ] = None,
    encoding: Encoding = None,
) -> None:
    """Print the texts of a pool that are most worth a label.

    By turns, that of the smallest margin between the model's two likeliest labels, and a random one. Copies are picked
    once, and what the model has learned is left out. Lines come out as they stand, the rows of a table with the model's
    label, posterior and status behind.

    nb pick pool.txt -n 20 --name mail
    """
    opt.at_least(1, "--number", number)
    opt.at_least(0, "--seed", seed)
    if input_ is not None:
        opt.chosen("corpus", "--input", [input_])
    from nbcli import store
    from nbcli.answering.answering import Answering, form_of
    from nbcli.answering.answers import Abstention
    from nbcli.answering.picking import Picking, pool_of, written
    from nbcli.classifier.of_records import schema_of

    classifier = store.load(name)
    schema = schema_of(classifier)
    how = ReadingOptions(None, encoding, None, text_column, delimiter, header).how()
    how = replace(how, fields=schema.fields if schema else ())
    answering = Answering(classifier, Abstention(), how.encoding, form_of(False, None, 0), schema=schema)
    both = uncertain == random
    picking = Picking(answering, number, uncertain or both, random or both, seed)
    found = written(picking, pool_of(pool, input_, how, classifier.facts.get("read")))
    Environment().write(found)
    ways = [*["the smallest margins"] * picking.uncertain, *[f"at random (seed {seed})"] * picking.at_random]
    picked, of = min(number, picking.size), f"{picking.size:,} texts, copies and learned ones left out"
    Environment().say(f"picked {picked:,} of {of}: {' and '.join(ways)}{', by turns' * (len(ways) > 1)}")
