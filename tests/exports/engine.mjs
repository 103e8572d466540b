// engine.mjs ENGINE JOBS: answers the texts of each job with its model; a job a line, an answer a line.
import { readFileSync } from "node:fs";

const { Model, tools } = await import(process.argv[2]);
const [first, ...jobs] = readFileSync(process.argv[3], "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
const cutting = { "": tools(first.characters, null) };
for (const name in first.dictionaries) cutting[name] = tools(first.characters, first.dictionaries[name]);
for (const { model, dictionary, texts } of jobs) {
  const own = new Model(model, cutting[dictionary]);
  console.log(JSON.stringify(texts.map((text) => {
    const { label, proba, status } = own.classify(text);
    return [label, status, own.labels.map((name) => proba[name])];
  })));
}
