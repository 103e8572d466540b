
let loaded;

// The model, ready to classify; read once, however often it is asked for.
export function load() {
  loaded ??= Promise.all([MODEL, CHARACTERS, DICTIONARY].map(async (part) => (part ? JSON.parse(await inflated(part)) : null)))
    .then(([model, characters, dictionary]) => new Model(model, tools(characters, dictionary)));
  return loaded;
}
