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

export interface Model {
  /** The labels, sorted. */
  readonly labels: string[];
  /** The label that is withheld below a posterior, as it was trained to be. */
  readonly threshold: { label: string; proba: number } | null;
  /** What `nb predict --json` prints for the text, all digits kept. */
  classify(text: string, options?: Options): Answer;
}

/** The model, read once. */
export function load(): Promise<Model>;
