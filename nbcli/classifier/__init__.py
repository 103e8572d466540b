"""The classifier: labels, views and a blend; a dataset as arrays; learning more and unlearning.

- `Recipe`: what to build, in names of choices and numbers
- `Batch`: records as views read them, each text cut once a tokenizer, however many views share it
- `View`: the contract of what reads records: rows, joint log-likelihoods, the same with each record left out,
  contributions, spelling, learning, unlearning, state. `TextView` is the one of a text: tokens, `Vectorizer`, model
- `fitting`: from counts to features and a model, the one way of all that trains
- `Blend`: how the joint log-likelihoods of several views become one score
- `Classifier`: labels, views and blend, and nothing that only one kind of view has
- `Dataset`, `InMemory`: labelled records read once; `Learned`: which ones a classifier has learned
"""
