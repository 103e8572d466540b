
// In a worker, so that the page goes on while texts are labelled.
onmessage = async ({ data: { id, text, texts } }) => {
  const model = await load();
  if (texts) return postMessage({ id, answers: texts.map((one) => model.classify(one)) });
  const explanation = model.explain(text);
  return postMessage({ id, explanation, shading: model.shading(explanation) });
};
load().then(({ labels, threshold }) => postMessage({ ready: { labels, threshold } }));
