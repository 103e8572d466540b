// nb in JavaScript: texts in, posteriors out, the numbers being those of `nb predict`.
// `Model` takes what `nb export NAME FILE.json` writes; `tools` the character tables of the Python that wrote it, and
// jieba's dictionary where a view needs it. No dependencies: Node, Deno, Bun, browsers and workers.

// Logarithm and exponential as nbcli/system/elementary.py has them, the same to the last bit.

const LN2_HIGH = 0.6931471803691238, LN2_LOW = 1.9082149292705877e-10;
const ATANH = Array.from({ length: 12 }, (_, i) => 2 / (2 * (11 - i) + 1));
const EXP = [];
for (let i = 0, factorial = 1; i < 14; factorial *= ++i) EXP.unshift(1 / factorial);
const bits = new DataView(new ArrayBuffer(8));

export function log(x) {
  if (!(x >= 2.2250738585072014e-308 && x < Infinity)) {
    if (x === 0) return -Infinity;
    if (x === Infinity) return x;
    return x > 0 ? log(x * 2 ** 52) - 52 * (LN2_HIGH + LN2_LOW) : NaN;
  }
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  // k is the power of two that leaves m from the root of a half to that of two.
  const below = high & 0xfffff;
  const small = below < 0x6a09e || (below === 0x6a09e && bits.getUint32(4) < 0x667f3bcd);
  const k = (high >>> 20) - (small ? 1023 : 1022);
  bits.setUint32(0, high - k * 0x100000);
  let m = bits.getFloat64(0);
  let s = m + 1;
  m -= 1;
  s = m / s;
  m = s * s;
  let found = ATANH[0];
  for (let i = 1; i < ATANH.length; i++) found = found * m + ATANH[i];
  return found * s + k * LN2_LOW + k * LN2_HIGH;
}

export function exp(x) {
  const inside = Math.min(Math.max(x, -746), 710);
  const k = rint(inside * (1 / (LN2_HIGH + LN2_LOW)));
  const r = inside - k * LN2_HIGH - k * LN2_LOW;
  let found = EXP[0];
  for (let i = 1; i < EXP.length; i++) found = found * r + EXP[i];
  // In two steps: two to the power of k alone may be no number.
  const half = Math.trunc(k / 2);
  return found * 2 ** half * 2 ** (k - half);
}

// The nearest whole number, the even one of two.
function rint(x) {
  return x < 0 ? x - 2 ** 52 + 2 ** 52 : x + 2 ** 52 - 2 ** 52;
}

// numpy's sum of an array, in numpy's order.
export function sum(x, start = 0, n = x.length) {
  if (n < 8) {
    let total = 0;
    for (let i = start; i < start + n; i++) total += x[i];
    return total;
  }
  if (n > 128) {
    const half = Math.floor(n / 2) - (Math.floor(n / 2) % 8);
    return sum(x, start, half) + sum(x, start + half, n - half);
  }
  const r = Array.from(x.slice(start, start + 8));
  let i = 8;
  for (; i < n - (n % 8); i += 8) for (let j = 0; j < 8; j++) r[j] += x[start + i + j];
  let total = r[0] + r[1] + (r[2] + r[3]) + (r[4] + r[5] + (r[6] + r[7]));
  for (; i < n; i++) total += x[start + i];
  return total;
}

const ratio = (part, total) => part / (total > 0 ? total : 1);

// Characters: what Python takes for words, spaces and digits, and what it makes of capitals.

const WORD = 1, SPACE = 2, DIGIT = 4, LETTER = 8, CHANGES = 16, CASED = 32, IGNORED = 64;
// Ideographs that jieba's algorithm does not take stand alone.
const ALONE = [[0x5f, 0x5f], [0x3007, 0x3007], [0x3400, 0x4dbf], [0x4e00, 0x9fff], [0xf900, 0xfaff], [0x20000, 0x3ffff]];
const isHan = (c) => c >= 0x4e00 && c <= 0x9fd5;

class Characters {
  constructor(tables) {
    this.kinds = new Uint8Array(0x110000);
    const all = [[tables.word, WORD | LETTER], [tables.space, SPACE], [tables.digit, DIGIT], [tables.cased, CASED], [tables.ignored, IGNORED]];
    for (const [ranges, kind] of all) this.mark(ranges, kind);
    for (const [first, last] of ALONE) for (let c = first; c <= last; c++) this.kinds[c] &= ~LETTER;
    this.lowered = new Map();
    let c = 0;
    tables.capitals.forEach((gap, i) => {
      c += gap;
      this.kinds[c] |= CHANGES;
      this.lowered.set(c, tables.lowered[i]);
    });
    this.kinds[0x3a3] |= CHANGES;
  }

  // Ranges are written as the gap before each and its length.
  mark(ranges, kind) {
    let c = 0;
    for (let i = 0; i < ranges.length; i += 2) {
      c += ranges[i];
      for (const end = c + ranges[i + 1]; c < end; c++) this.kinds[c] |= kind;
    }
  }

  lower(text) {
    let out = "", start = 0;
    for (let i = 0; i < text.length; ) {
      const c = text.codePointAt(i), size = c > 0xffff ? 2 : 1;
      if (this.kinds[c] & CHANGES) {
        out += text.slice(start, i) + (c === 0x3a3 ? this.sigma(text, i) : this.lowered.get(c));
        start = i + size;
      }
      i += size;
    }
    return start ? out + text.slice(start) : text;
  }

  // The sigma of Greek has another form at the end of a word.
  sigma(text, at) {
    const next = (i, step) => {
      for (i += step; i >= 0 && i < text.length; i += step) {
        const half = text.charCodeAt(i);
        // The place before the second half of a pair is its first.
        if (step < 0 && half >= 0xdc00 && half < 0xe000 && i > 0 && text.codePointAt(i - 1) > 0xffff) i--;
        const c = text.codePointAt(i);
        if (step > 0 && c > 0xffff) i++;
        if (!(this.kinds[c] & IGNORED)) return (this.kinds[c] & CASED) > 0;
      }
      return false;
    };
    return next(at, -1) && !next(at, 1) ? "ς" : "σ";
  }

  isBlank(text) {
    for (const char of text) if (!(this.kinds[char.codePointAt(0)] & SPACE)) return false;
    return true;
  }
}

// jieba's cut of a run of Han characters: the likeliest path through the dictionary, and what it leaves as single
// characters by a hidden Markov model.

const FROM = { B: "ES", M: "BM", E: "BM", S: "ES" }, LEAST = -3.14e100;

class Jieba {
  constructor(dictionary) {
    this.logTotal = Math.log(dictionary.total);
    this.split = new Set(dictionary.split);
    this.words = unfolded(dictionary.words);
    this.logs = Float64Array.from(dictionary.counts, (n) => Math.log(n));
    // Where the words with each first character begin.
    this.starts = new Uint32Array(0x10001);
    for (const word of this.words) this.starts[word.charCodeAt(0) + 1]++;
    for (let c = 0; c < 0x10000; c++) this.starts[c + 1] += this.starts[c];
    const { start, trans, emit } = dictionary.hmm;
    this.hmm = { start, trans, emit: Object.fromEntries([..."BMES"].map((state) => [state, new Map(Object.entries(emit[state]))])) };
  }

  cut(run) {
    const n = run.length, best = new Float64Array(n + 1), ends = new Uint32Array(n);
    for (let i = n - 1; i >= 0; i--) {
      best[i] = -Infinity;
      this.each(run, i, (end, number) => {
        const score = this.logs[number] - this.logTotal + best[end];
        if (score >= best[i]) {
          best[i] = score;
          ends[i] = end;
        }
      });
      // A character with which no word begins is as one that was seen once.
      if (best[i] === -Infinity) {
        best[i] = 0 - this.logTotal + best[i + 1];
        ends[i] = i + 1;
      }
    }
    const words = [];
    let single = 0;
    for (let i = 0; i < n; ) {
      const end = ends[i];
      if (end > i + 1) {
        if (single < i) this.unknown(run.slice(single, i), words);
        words.push(run.slice(i, end));
        single = end;
      }
      i = end;
    }
    if (single < n) this.unknown(run.slice(single), words);
    return words;
  }

  // Call with each word that begins at i: where it ends, and its number; shorter ones first.
  each(run, i, call) {
    let low = this.starts[run.charCodeAt(i)], high = this.starts[run.charCodeAt(i) + 1];
    for (let size = 1; low < high; size++) {
      if (this.words[low].length === size) call(i + size, low++);
      if (i + size >= run.length) return;
      const c = run.charCodeAt(i + size);
      const stop = high;
      low = this.bound(low, stop, size, c);
      high = this.bound(low, stop, size, c + 1);
    }
  }

  // The first of the words low to high whose character at this place is c or above.
  bound(low, high, place, c) {
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.words[middle].charCodeAt(place) < c) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  has(word) {
    let found = false;
    this.each(word, 0, (end) => { found ||= end === word.length; });
    return found;
  }

  // Single characters in a row.
  unknown(run, words) {
    if (run.length === 1) words.push(run);
    else if (this.has(run)) words.push(...run);
    else for (const word of this.guessed(run)) this.split.has(word) ? words.push(...word) : words.push(word);
  }

  guessed(run) {
    const { start, trans, emit } = this.hmm;
    const paths = [];
    let before = {};
    for (const y of "BMES") before[y] = start[y] + (emit[y].get(run[0]) ?? LEAST);
    for (let t = 1; t < run.length; t++) {
      const now = {}, from = {};
      for (const y of "BMES") {
        const seen = emit[y].get(run[t]) ?? LEAST;
        let top = -Infinity;
        for (const y0 of FROM[y]) {
          const p = before[y0] + (trans[y0][y] ?? LEAST) + seen;
          if (p >= top) [top, from[y]] = [p, y0];
        }
        now[y] = top;
      }
      paths.push(from);
      before = now;
    }
    let state = before.S >= before.E ? "S" : "E";
    const states = [state];
    for (let t = paths.length - 1; t >= 0; t--) states.unshift((state = paths[t][state]));
    const words = [];
    let begin = 0, next = 0;
    states.forEach((y, i) => {
      if (y === "B") begin = i;
      if (y !== "E" && y !== "S") return;
      words.push(run.slice(y === "E" ? begin : i, i + 1));
      next = i + 1;
    });
    return next < run.length ? [...words, run.slice(next)] : words;
  }
}

// Sorted words, a line each: how many characters are those of the word before, and the rest.
function unfolded(lines) {
  let before = "";
  return lines.split("\n").map((line) => (before = before.slice(0, line.charCodeAt(0) - 48) + line.slice(1)));
}

// Tokenizers: the tokens of a text; into `spans`, where it is given, where each stands: [start, end].

const FIELD = /\ufdd0([a-z]{1,20})\ufdd1([^\ufdd0\ufdd1\ufdd2]*)\ufdd2/g, MARK = /[\ufdd0-\ufdd2]/g;
const hasMark = (text) => text.includes("\ufdd0") || text.includes("\ufdd1") || text.includes("\ufdd2");
const unmarked = (text) => (hasMark(text) ? text.replace(FIELD, "$2").replace(MARK, "") : text);
const clean = (text) => text.replace(/[\x1e\x1f]/g, " ");

const TOKENIZERS = {
  chars(text, { characters }, spans) {
    const found = [];
    let blank = true, at = 0;
    for (const char of characters.lower(clean(unmarked(text)))) {
      const space = (characters.kinds[char.codePointAt(0)] & SPACE) > 0;
      if (!space || !blank) {
        found.push(space ? " " : char);
        spans?.push([at, at + char.length]);
      }
      at += char.length;
      blank = space;
    }
    if (found.at(-1) === " ") found.pop();
    return found;
  },

  whitespace(given, { characters }, spans) {
    const found = [], text = clean(unmarked(given)), isSpace = (c) => characters.kinds[c] & SPACE;
    for (let i = endOf(text, 0, isSpace); i < text.length; ) {
      const end = endOf(text, i, (c) => !isSpace(c));
      found.push(text.slice(i, end));
      spans?.push([i, end]);
      i = endOf(text, end, isSpace);
    }
    return found;
  },

  jieba(text, { jieba }, spans) {
    const found = [];
    for (const run of unmarked(text).matchAll(/[\u4e00-\u9fd5]+/g)) {
      let at = run.index;
      for (const word of jieba.cut(run[0])) {
        if (word.length > 1) found.push(word);
        if (word.length > 1) spans?.push([at, at + word.length]);
        at += word.length;
      }
    }
    return found;
  },

  words(text, tools, spans) {
    if (!hasMark(text)) return words(text, tools, spans);
    const fields = new Map();
    for (const [, name, own] of text.matchAll(FIELD)) fields.set(name, own);
    const found = [];
    for (const name of [...fields.keys()].sort()) for (const token of words(fields.get(name), tools)) found.push(`${name}:${token}`);
    return found.concat(words(text.replace(FIELD, "").replace(MARK, ""), tools));
  },
};

function words(given, { characters, jieba }, spans) {
  const text = characters.lower(clean(given)), { kinds } = characters, found = [];
  const addresses = text.includes("@") || text.includes("://") || text.includes("www.");
  for (let i = 0; i < text.length; ) {
    const c = text.codePointAt(i);
    let end = i + (c > 0xffff ? 2 : 1);
    if (isHan(c)) {
      while (end < text.length && isHan(text.charCodeAt(end))) end++;
      let at = i;
      for (const word of jieba.cut(text.slice(i, end))) {
        found.push(word);
        spans?.push([at, (at += word.length)]);
      }
    } else if (!(kinds[c] & SPACE)) {
      const far = addresses ? addressEnd(text, i, kinds) : 0;
      if (far) end = far;
      else if (kinds[c] & WORD) end = numberEnd(text, i, kinds) || wordEnd(text, i, kinds) || end;
      const token = text.slice(i, end);
      found.push(token);
      spans?.push([i, end]);
      if (far && (token.length > 9 || [...token].length > 4)) parts(token, kinds, found, spans, i);
    }
    i = end;
  }
  return found;
}

// The end of the characters from i that are of a kind.
function endOf(text, i, is) {
  while (i < text.length) {
    const c = text.codePointAt(i);
    if (!is(c)) break;
    i += c > 0xffff ? 2 : 1;
  }
  return i;
}

function numberEnd(text, i, kinds) {
  const isDigit = (c) => kinds[c] & DIGIT;
  const first = endOf(text, i, isDigit);
  if (first === i) return 0;
  let end = first;
  while (text[end] === "." || text[end] === ",") {
    const next = endOf(text, end + 1, isDigit);
    if (next === end + 1) break;
    end = next;
  }
  return end > first ? end : 0;
}

function wordEnd(text, i, kinds) {
  const isLetter = (c) => kinds[c] & LETTER;
  let end = endOf(text, i, isLetter);
  if (end === i) return 0;
  while (text[end] === "'" || text[end] === "’") {
    const next = endOf(text, end + 1, isLetter);
    if (next === end + 1) break;
    end = next;
  }
  return end;
}

// The end of the URL or e-mail address that begins at i, 0 where none does; a Han run is the end of either.
function addressEnd(text, i, kinds) {
  const url = ["http://", "https://", "www."].find((start) => text.startsWith(start, i));
  if (url) {
    const end = endOf(text, i + url.length, (c) => c > 0x20 && c < 0x7f);
    if (end > i + url.length) return end;
  }
  const inWord = (c) => (kinds[c] & WORD && !isHan(c)) || c === 0x2d;
  let n = 0;
  const at = endOf(text, i, (c) => (inWord(c) || c === 0x2e || c === 0x2b) && n++ < 64);
  if (text[at] !== "@") return 0;
  const host = endOf(text, at + 1, inWord);
  if (host === at + 1) return 0;
  let end = host;
  while (text[end] === ".") {
    const next = endOf(text, end + 1, inWord);
    if (next === end + 1) break;
    end = next;
  }
  return end > host ? end : 0;
}

function parts(address, kinds, found, spans, start) {
  for (let i = 0; i < address.length; ) {
    const end = wordEnd(address, i, kinds);
    if (end) found.push(address.slice(i, end));
    if (end) spans?.push([start + i, start + end]);
    i = end || i + (address.codePointAt(i) > 0xffff ? 2 : 1);
  }
}

// Features: the number of each term in a text, from counts [n] at the places of its terms.

function unitLength(data) {
  let squares = 0;
  for (const x of data) squares += x * x;
  const norm = Math.sqrt(squares);
  return data.map((x) => rint(x / norm / 2 ** -30) * 2 ** -30);
}

const FEATURES = {
  category: (counts) => counts.map(() => 1),
  counts: (counts) => counts,
  tfidf: (counts, idf, columns) => unitLength(counts.map((n, i) => n * idf[columns[i]])),
  idf: (counts, idf, columns) => unitLength(columns.map((j) => idf[j])),
};

// Models: `prepare(state, options, d)` once, then `terms(c, columns, x)`: what each term adds to class c beyond what
// its absence does, and what all absent terms add.

const NOTHING = { sum: 0, never: 0, of: null };

// What absent terms add, (d,): their sum, how many rule the class out, and themselves.
function absence(of) {
  const never = of.reduce((n, x) => n + (x === -Infinity), 0);
  return { sum: sum(never ? of.map((x) => (x === -Infinity ? 0 : x)) : of), never, of };
}

const presence = (columns, x) => columns.filter((_, i) => x[i] > 0);

const MODELS = {
  multinomial: {
    prepare({ feature_count_ }, { alpha }, d) {
      const totals = feature_count_.map((row) => sum(row.map((n) => n + alpha)));
      const logs = feature_count_.map(() => new Float64Array(d).fill(NaN));
      return (c, columns, x) => {
        const own = logs[c], row = feature_count_[c], total = totals[c];
        const present = columns.map((j, i) => {
          if (Number.isNaN(own[j])) own[j] = log(ratio(row[j] + alpha, total));
          return x[i] * own[j];
        });
        return { columns, present, absent: NOTHING };
      };
    },
  },

  bernoulli: {
    prepare({ feature_count_, class_count_ }, { alpha }) {
      const absent = [];
      return (c, columns, x) => {
        const n = class_count_[c], row = feature_count_[c], total = n + 2 * alpha;
        absent[c] ??= absence(row.map((count) => log(ratio(Math.max(n - count, 0) + alpha, total))));
        const own = presence(columns, x);
        return { columns: own, present: own.map((j) => log(ratio(row[j] + alpha, total))), absent: absent[c] };
      };
    },
  },

  complement: {
    prepare({ feature_count_ }, { alpha, norm }, d) {
      const all = new Float64Array(d);
      for (const row of feature_count_) row.forEach((n, j) => { all[j] += n; });
      const weights = feature_count_.map((row) => {
        const count = row.map((n, j) => Math.max(all[j] - n, 0) + alpha), total = sum(count);
        const w = count.map((n) => -log(Math.max(ratio(n, total), 2.2250738585072014e-308)));
        const size = norm ? sum(w) : 1;
        return norm ? w.map((one) => ratio(one, size)) : w;
      });
      return (c, columns, x) => ({ columns, present: columns.map((j, i) => x[i] * weights[c][j]), absent: NOTHING });
    },
  },

  categorical: {
    prepare({ cells_, cell_count_, class_count_ }, { alpha }, d) {
      const place = new Map(Array.from(cells_, (cell, i) => [cell, i])), values = new Float64Array(d).fill(1);
      const feature = cells_.map((cell) => Math.floor(cell / 2 ** 32));
      cells_.forEach((cell, i) => { values[feature[i]] = Math.max(values[feature[i]], (cell % 2 ** 32) + 1); });
      const absent = [];
      return (c, columns, x) => {
        const n = class_count_[c], total = (j) => n + alpha * values[j];
        if (!absent[c]) {
          const others = new Float64Array(d);
          cell_count_[c].forEach((count, i) => { others[feature[i]] += count; });
          absent[c] = absence(others.map((count, j) => log(ratio(Math.max(n - count, 0) + alpha, total(j)))));
        }
        const seen = (j, i) => cell_count_[c][place.get(j * 2 ** 32 + x[i])] ?? 0;
        const present = columns.map((j, i) => log(ratio(seen(j, i) + alpha, total(j))));
        return { columns, present, absent: absent[c] };
      };
    },
  },

  gaussian: {
    prepare({ class_count_, theta_, deviation_ }, { var_smoothing }, d) {
      // The variance of each term over all texts, the classes merged one after the other (Chan, Golub and LeVeque).
      const mean = new Float64Array(d), deviation = new Float64Array(d);
      let n = 0;
      class_count_.forEach((count, c) => {
        const both = n + count, safe = both > 0 ? both : 1;
        for (let j = 0; j < d; j++) {
          const delta = theta_[c][j] - mean[j];
          deviation[j] = deviation[j] + deviation_[c][j] + delta * delta * n * count / safe;
          mean[j] += delta * count / safe;
        }
        n = both;
      });
      const largest = deviation.reduce((a, b) => Math.max(a, b), 0) / (n > 0 ? n : 1);
      const epsilon = var_smoothing * (largest > 0 ? largest : 1);
      const classes = [];
      return (c, columns, x) => {
        const mu = theta_[c], count = class_count_[c] > 0 ? class_count_[c] : 1;
        if (!classes[c]) {
          const s2 = Float64Array.from(deviation_[c], (own) => own / count + epsilon);
          const norm = s2.map((v) => -0.5 * log(2 * Math.PI * v));
          classes[c] = { s2, norm, absent: absence(norm.map((v, j) => v - 0.5 * (mu[j] * mu[j]) / s2[j])) };
        }
        const { s2, norm, absent } = classes[c];
        const present = columns.map((j, i) => norm[j] - 0.5 * ((x[i] - mu[j]) * (x[i] - mu[j])) / s2[j]);
        return { columns, present, absent };
      };
    },
  },
};

// A model of many labels keeps, of each term, the labels that have it: their counts add the difference from none.
function sparse({ feature_count_sizes: sizes, feature_count_classes: classes, feature_count_counts: counts }, { alpha }, d, k) {
  const starts = [0];
  for (const size of sizes) starts.push(starts.at(-1) + size);
  const totals = new Float64Array(k).fill(0);
  counts.forEach((n, i) => { totals[classes[i]] += n; });
  const ofNone = log(alpha || 1);
  return (columns, x) => {
    const jll = new Float64Array(k), there = new Float64Array(k);
    let length = 0, needed = 0;
    columns.forEach((j, i) => {
      length += x[i];
      needed += x[i] > 0;
      for (let at = starts[j]; at < starts[j + 1]; at++) {
        jll[classes[at]] += x[i] * (alpha ? log(counts[at] + alpha) - ofNone : log(counts[at]));
        there[classes[at]]++;
      }
    });
    return jll.map((own, c) => {
      const total = totals[c] + alpha * d;
      if (!alpha && there[c] < needed) return -Infinity;
      return own + (alpha ? length * ofNone : 0) - length * log(total > 0 ? total : 1);
    });
  };
}

// Lists of numbers as they are written: whole numbers times a unit, or themselves.
function numbers(value) {
  if (value !== null && typeof value === "object" && "whole" in value) return scaled(value.whole, value.unit);
  return scaled(value, 1);
}

function scaled(value, unit) {
  if (Array.isArray(value)) {
    if (Array.isArray(value[0])) return value.map((row) => scaled(row, unit));
    return Float64Array.from(value, (x) => (x === null ? -Infinity : x * unit));
  }
  return value === null ? -Infinity : value * unit;
}

// The view of a text: its terms, their numbers, and a model of these.
class TextView {
  constructor(view, k) {
    Object.assign(this, { tokenizer: view.tokenizer, joiner: view.joiner, ngrams: view.ngrams, logPrior: view.log_prior.map((p) => p ?? -Infinity) });
    this.cut = `${view.tokenizer} ${view.user_dict}`;
    this.places = new Map();
    view.terms.forEach((term, j) => this.places.set(term, j));
    this.terms = view.terms;
    this.blank = new Set(view.blank);
    this.idf = view.idf;
    this.weigh = FEATURES[view.features];
    const state = Object.fromEntries(Object.entries(view.state).map(([name, value]) => [name, numbers(value)]));
    this.k = k;
    if (state.feature_count_sizes) this.whole = sparse(state, view.options, view.terms.length, k);
    else this.classes = MODELS[view.model].prepare(state, view.options, view.terms.length);
  }

  // The terms of a text by its tokens: their places in order, how often each stands there, and their features.
  read(tokens) {
    const counts = new Map(), [low, high] = this.ngrams;
    for (let i = 0; i < tokens.length; i++) {
      let term = tokens[i];
      for (let n = 1; n <= high && i + n <= tokens.length; n++) {
        if (n > 1) term += this.joiner + tokens[i + n - 1];
        if (n < low) continue;
        const j = this.places.get(term);
        if (j !== undefined) counts.set(j, (counts.get(j) ?? 0) + 1);
      }
    }
    const columns = [...counts.keys()].sort((a, b) => a - b);
    const times = columns.map((j) => counts.get(j)), x = this.weigh(times, this.idf, columns);
    let length = 0;
    for (const one of x) length += one;
    return { columns, times, x, length, silent: columns.every((j) => this.blank.has(j)) };
  }

  // What each term of a text adds to each class, [K] a term, and what all that it does not have add, (K,).
  contributions({ columns, x }) {
    if (this.whole) return { parts: columns.map((j, i) => Array.from(this.whole([j], [x[i]]))), absent: this.logPrior.map(() => 0) };
    const parts = columns.map(() => []), absent = [];
    for (let c = 0; c < this.k; c++) {
      const found = this.classes(c, columns, x), seen = new Set(found.columns);
      columns.forEach((j, i) => { parts[i][c] = found.present[found.columns.indexOf(j)] ?? 0; });
      absent[c] = found.absent.of ? sum(found.absent.of.filter((_, j) => !seen.has(j))) : 0;
    }
    return { parts, absent };
  }

  // log P(c) + log P(x | c), (K,).
  joint({ columns, x }) {
    if (this.whole) return this.whole(columns, x).map((own, c) => own + this.logPrior[c]);
    return this.logPrior.map((prior, c) => this.likelihood(this.classes(c, columns, x)) + prior);
  }

  likelihood({ columns, present, absent }) {
    let total = 0, ruled = absent.never;
    present.forEach((part, i) => {
      const without = absent.of ? absent.of[columns[i]] : 0;
      if (part === -Infinity) ruled++;
      if (without === -Infinity) ruled--;
      total += (part === -Infinity ? 0 : part) - (without === -Infinity ? 0 : without);
    });
    return ruled > 0 ? -Infinity : total + absent.sum;
  }
}

// The linear correction of a blend: what terms add beside their naive Bayes parts.
class Correction {
  constructor(correction) {
    Object.assign(this, correction);
    // By the number of texts that a term stands in; of none there is no correction.
    this.idf = Float64Array.from({ length: this.n_texts + 1 }, (_, df) => (df ? log((1 + this.n_texts) / (1 + df)) + 1 : 0));
  }

  // What a term of a view adds to each of `k` classes, in a text whose squares have this sum.
  of(v, j, squares, k) {
    const found = new Float64Array(k), block = this.blocks[v], two = this.classes.length === 2;
    if (!block) return found;
    const scale = this.idf[block.df[j]] * this.scale / Math.sqrt(squares || 1);
    this.classes.forEach((c, i) => { found[c] = two ? ((i ? 1 : -1) * block.steps[0][j] * scale) / 2 : block.steps[i][j] * scale; });
    return found;
  }

  squares(rows) {
    let total = 0;
    this.blocks.forEach((block, v) => { if (block) for (const j of rows[v].columns) total += this.idf[block.df[j]] ** 2; });
    return total;
  }

  // Add it to the scores (K,) of what the views read of a text.
  addTo(scores, rows) {
    const two = this.classes.length === 2, z = new Float64Array(two ? 1 : this.classes.length);
    let squares = 0;
    this.blocks.forEach((block, v) => {
      if (!block) return;
      // Each view's own sums first, as in Python.
      const own = new Float64Array(z.length);
      let length = 0;
      for (const j of rows[v].columns) {
        const idf = this.idf[block.df[j]];
        length += idf * idf;
        for (let c = 0; c < z.length; c++) own[c] += idf * block.steps[c][j];
      }
      squares += length;
      own.forEach((sum, c) => { z[c] += sum; });
    });
    const scale = this.scale / Math.sqrt(squares > 0 ? squares : 1);
    this.classes.forEach((c, i) => { scores[c] += two ? ((i ? 1 : -1) * z[0] * scale) / 2 : z[i] * scale; });
  }
}

// log of the posteriors of scores (K,); where no class is possible, the prior.
function logPosterior(scores, logPrior) {
  let top = Math.max(...scores);
  if (top === -Infinity) [scores, top] = [logPrior, Math.max(...logPrior)];
  const shifted = scores.map((score) => score - top), total = log(sum(shifted.map(exp)));
  return shifted.map((score) => score - total);
}

// What cuts texts: the characters, and jieba. Where no term has a Han character there is no dictionary, since what they
// make is unknown however they are cut.
export function tools(tables, dictionary) {
  return { characters: new Characters(tables), jieba: dictionary ? new Jieba(dictionary) : { cut: (run) => [run] } };
}

export class Model {
  constructor(model, tools) {
    if (model.nb !== "model" || model.format !== 1) throw new Error(`no model of format 1, but of ${model.format}`);
    if (model.columns) throw new Error("a model of a table, and this reads texts");
    this.labels = model.labels;
    this.threshold = model.threshold;
    this.logPrior = model.log_prior.map((p) => p ?? -Infinity);
    this.blend = model.blend;
    this.correction = model.correction && new Correction(model.correction);
    this.views = model.views.map((view) => new TextView(view, model.labels.length));
    this.tools = tools;
  }

  // What the views read of a text, its tokens cut once a tokenizer.
  read(text) {
    const cut = new Map();
    return this.views.map((view) => {
      if (!cut.has(view.cut)) cut.set(view.cut, TOKENIZERS[view.tokenizer](text, this.tools));
      return view.read(cut.get(view.cut));
    });
  }

  // The scores (K,) before and after the shape of the blend, and what each view was multiplied by.
  score(rows) {
    if (!this.blend) return { scores: this.views[0].joint(rows[0]), scales: [1], stretch: 1 };
    const { weights, exponents, bias, shape } = this.blend, none = bias.map(() => 0);
    const parts = this.views.map((view, v) => (weights[v] ? view.joint(rows[v]) : none));
    const scales = rows.map(({ length }, v) => weights[v] / exp(exponents[v] * log(Math.max(length, 1))));
    const scores = bias.map((own, c) => own + scales.reduce((total, scale, v) => total + scale * parts[v][c], 0));
    this.correction?.addTo(scores, rows);
    if (shape[0] === 1 && shape[1] === 1) return { scores, scales, stretch: 1 };
    const [first, second] = [...scores].sort((a, b) => b - a);
    const near = 1 / (1 + (Number.isFinite(first) ? first - second : 0));
    const stretch = shape[1] + (shape[0] - shape[1]) * near;
    return { scores: scores.map((score) => score * stretch), scales, stretch };
  }

  // The sum taken apart: {label, status, log_prior, terms: [{term, view, count, x, parts}], absent, joint, proba}, all
  // parts by label; the terms that decide most between the two likeliest labels come first. The rows add up to joint.
  explain(text) {
    const bare = String(text).replaceAll("\ufeff", ""), rows = this.read(bare), answer = this.classify(bare);
    const named = (values) => Object.fromEntries(this.labels.map((label, c) => [label, values[c]]));
    const none = { ...answer, text: bare, log_prior: named(this.logPrior), terms: [], absent: [], joint: named(this.logPrior) };
    if (answer.status !== "ok") return none;
    const { scores, scales, stretch } = this.score(rows), k = this.labels.length;
    const prior = Array.from({ length: k }, (_, c) => (this.blend ? stretch * this.blend.bias[c] : 0));
    const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
    const squares = this.correction?.squares(rows), terms = [], absent = [];
    this.views.forEach((view, v) => {
      const scale = stretch * scales[v], found = view.contributions(rows[v]);
      const times = (parts) => parts.map((part) => (scale ? scale * part : 0));
      times(view.logPrior).forEach((part, c) => { prior[c] += part; });
      rows[v].columns.forEach((j, i) => {
        const more = this.correction?.of(v, j, squares, k);
        const parts = times(found.parts[i]).map((part, c) => part + (more ? stretch * more[c] : 0));
        const name = `${view.tokenizer} ${view.ngrams.join("-")}`;
        terms.push({ term: view.terms[j], view: name, number: v, count: rows[v].times[i], x: rows[v].x[i], parts: named(parts), weight: parts[order[0]] - parts[order[1]] });
      });
      if (found.absent.some((part) => part)) absent.push({ number: v, parts: named(times(found.absent)) });
    });
    terms.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
    return { ...none, log_prior: named(prior), terms, absent, joint: named(scores) };
  }

  // How much each unit of the text's UTF-16 speaks for the likeliest label against the second, the weight of a term
  // being shared out among the places where it stands; null where the text in lower case has another length.
  shading(explanation) {
    const { text, terms } = explanation;
    if (hasMark(text) || this.tools.characters.lower(text).length !== text.length) return null;
    const found = new Float64Array(text.length);
    this.views.forEach((view, v) => {
      const weights = new Map(terms.filter((one) => one.number === v).map((one) => [one.term, one.weight / one.count]));
      const spans = [], tokens = TOKENIZERS[view.tokenizer](text, this.tools, spans), [low, high] = view.ngrams;
      for (let i = 0; i < tokens.length; i++) {
        for (let n = low; n <= high && i + n <= tokens.length; n++) {
          const weight = weights.get(tokens.slice(i, i + n).join(view.joiner));
          for (const [a, b] of weight ? spans.slice(i, i + n) : []) for (let at = a; at < b; at++) found[at] += weight / n / (b - a);
        }
      }
    });
    return found;
  }

  // {label, proba: {LABEL: p}, status} as `nb predict --json` has them. `minProba`: below it the label is `unsure`.
  classify(text, { minProba = 0, unsure = null } = {}) {
    const bare = String(text).replaceAll("\ufeff", ""), rows = this.read(bare);
    const silent = rows.every((row) => row.silent);
    const log_proba = silent ? this.logPrior : logPosterior(this.score(rows).scores, this.logPrior);
    const p = Array.from(log_proba, exp);
    const status = !silent ? "ok" : bare && !this.tools.characters.isBlank(bare) ? "unknown" : "empty";
    const best = p.indexOf(Math.max(...p));
    const word = unsure ?? (minProba || this.threshold ? "unsure" : null);
    const line = this.threshold?.label === this.labels[best] ? this.threshold.proba : 0;
    const withheld = word !== null && (status !== "ok" || p[best] < Math.max(minProba, line));
    const proba = Object.fromEntries(this.labels.map((label, c) => [label, p[c]]));
    return { label: withheld ? word : this.labels[best], proba, status };
  }
}

// Base64 of gzip, to text.
export async function inflated(base64) {
  const binary = atob(base64), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
