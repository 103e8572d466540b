/** An answer: the label, the posterior of each, and whether the text said anything. */
export interface Answer {
  label: string;
  proba: Record<string, number>;
  /** `unknown`: no term of the text is known; then, and for an empty text, the label is the likeliest beforehand. */
  status: "ok" | "empty" | "unknown";
}

export interface Options {
  /** Below this posterior, or without a known term, the label is `unsure`. */
  minProba?: number;
  /** The word for it; "unsure" where none is given. */
  unsure?: string | null;
}

/** A term of the text: how often it stands there, its feature, and what it adds to each label. */
export interface Term {
  term: string;
  view: string;
  count: number;
  x: number;
  parts: Record<string, number>;
  /** By how much it favours the likeliest label against the second. */
  weight: number;
}

export interface Explanation extends Answer {
  text: string;
  log_prior: Record<string, number>;
  terms: Term[];
  absent: { parts: Record<string, number> }[];
  joint: Record<string, number>;
}

export interface Model {
  /** The labels, sorted. */
  readonly labels: string[];
  /** The label that is withheld below a posterior, as it was trained to be. */
  readonly threshold: { label: string; proba: number } | null;
  /** What `nb predict --json` prints for the text, all digits kept. */
  classify(text: string, options?: Options): Answer;
  /** The sum taken apart: log prior, terms and absent terms add up to the joint score, by label. */
  explain(text: string): Explanation;
}

/** The model, read once. */
export function load(): Promise<Model>;
