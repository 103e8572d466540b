const WORDS = {
  en: {
    text: "Text", hint: "Write or paste a text: it is classified as you type, in this page alone.", why: "Why",
    term: "term", view: "view", decides: "decides", prior: "beforehand", absent: "all that it does not say",
    more: (n) => `${n} more terms`, sum: "sum", empty: "Nothing to classify yet; beforehand:",
    unknown: "No term of this text is known; beforehand:", unsure: (label, p) => `Unsure: ${label} is given from ${p} on`,
    many: "Many texts", lines: "Texts, a line each", file: "or a file of lines", label: "Label all", save: "Save as TSV",
    done: (n, all) => `${n} of ${all} labelled`, loading: "The model is being read …", ready: "", other: "中文",
    shaded: "Shaded by what speaks for the label; hover for numbers.", posterior: "posterior",
  },
  zh: {
    text: "文本", hint: "输入或粘贴文本，随打随分类，全部在本页内完成。", why: "为什么",
    term: "词项", view: "视图", decides: "决定值", prior: "先验", absent: "文中没有的全部词项",
    more: (n) => `另外 ${n} 个词项`, sum: "合计", empty: "还没有文本；先验概率：",
    unknown: "文中没有已知的词项；先验概率：", unsure: (label, p) => `不确定：概率达到 ${p} 才判为 ${label}`,
    many: "批量分类", lines: "每行一条文本", file: "或选择一个文本文件", label: "全部分类", save: "保存为 TSV",
    done: (n, all) => `已分类 ${n} / ${all}`, loading: "正在读取模型 …", ready: "", other: "English",
    shaded: "底色表示对所判标签的支持，悬停可见数值。", posterior: "后验概率",
  },
};
const $ = (id) => document.getElementById(id);
const made = (tag, text = "", more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });
const MOST_TERMS = 20, BATCH = 200;
let language = navigator.language.startsWith("zh") ? "zh" : "en", threshold = null, last = null, number = 0;
const waiting = new Map();
const engine = new Blob([$("engine").textContent], { type: "text/javascript" });
// No module: a page from a file may not have one in a worker.
const worker = new Worker(URL.createObjectURL(engine));
worker.onmessage = ({ data }) => {
  if (data.ready) {
    threshold = data.ready.threshold;
    $("state").textContent = say("ready");
    document.body.dataset.ready = "yes";
    explain();
  } else waiting.get(data.id)?.(data);
};
worker.onerror = (event) => { $("state").textContent = event.message; };

function ask(message) {
  const id = ++number;
  return new Promise((resolve) => {
    waiting.set(id, (data) => { waiting.delete(id); resolve(data); });
    worker.postMessage({ id, ...message });
  });
}

const say = (key, ...given) => (typeof WORDS[language][key] === "function" ? WORDS[language][key](...given) : WORDS[language][key]);
const signed = (x) => (Number.isFinite(x) ? `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(3)}` : x > 0 ? "∞" : "−∞");
const chance = (p) => (p >= 0.0001 || p === 0 ? p.toFixed(4) : p.toExponential(1));

let asked = 0;
async function explain() {
  const mine = ++asked, text = $("text").value;
  const data = await ask({ text });
  // What was typed meanwhile has its own answer coming.
  if (mine === asked) show((last = data));
}

function show({ explanation: found, shading }) {
  const ranked = Object.entries(found.proba).sort((a, b) => b[1] - a[1]);
  const [best] = ranked[0];
  $("label").textContent = found.label;
  const line = threshold && threshold.label === best ? threshold.proba : 0;
  $("status").textContent = found.status !== "ok" ? say(found.status) : found.label !== best ? say("unsure", best, chance(line)) : "";
  $("bars").replaceChildren(...ranked.slice(0, 10).map(([label, p]) => {
    const row = made("li"), bar = made("meter", "", { value: p, min: 0, max: 1 });
    bar.setAttribute("aria-label", `${label}, ${say("posterior")}`);
    row.append(made("bdi", label), bar, made("data", chance(p), { value: String(p) }));
    return row;
  }));
  const ok = found.status === "ok" && ranked.length > 1;
  $("because").hidden = !ok;
  if (!ok) return;
  shade(found, shading);
  const labels = ranked.slice(0, 3).map(([label]) => label), listed = found.terms.slice(0, MOST_TERMS), rest = found.terms.slice(MOST_TERMS);
  const weight = (parts) => (parts[labels[0]] === parts[labels[1]] ? 0 : parts[labels[0]] - parts[labels[1]]);
  const row = (name, view, parts) => {
    const line = made("tr");
    const decides = made("td", signed(weight(parts)), { className: weight(parts) > 0 ? "pro" : "con" });
    line.append(made("th", name, { scope: "row" }), decides, ...labels.map((label) => made("td", signed(parts[label]))), made("td", view));
    return line;
  };
  const added = Object.fromEntries(Object.keys(found.proba).map((label) => [label, rest.reduce((sum, one) => sum + one.parts[label], 0)]));
  $("head").replaceChildren(...[say("term"), say("decides"), ...labels, say("view")].map((text) => made("th", text, { scope: "col" })));
  $("terms").replaceChildren(
    row(say("prior"), "", found.log_prior),
    ...listed.map((one) => row(one.term.replaceAll(" ", "␣"), one.view, one.parts)),
    ...(rest.length ? [row(say("more", rest.length), "", added)] : []),
    ...found.absent.map((one) => row(say("absent"), "", one.parts)),
    row(say("sum"), "", found.joint),
  );
}

function shade({ text }, shading) {
  $("shaded").replaceChildren();
  if (!shading) return;
  const top = Math.max(...shading.map(Math.abs), 1e-9);
  for (let i = 0; i < text.length; ) {
    let end = i + (text.codePointAt(i) > 0xffff ? 2 : 1);
    while (end < text.length && shading[end] === shading[i]) end += text.codePointAt(end) > 0xffff ? 2 : 1;
    const total = shading.slice(i, end).reduce((a, b) => a + b, 0), share = Math.abs(shading[i]) / top;
    const span = made("span", text.slice(i, end), { className: share < 0.04 ? "" : `${shading[i] > 0 ? "for" : "against"} s${Math.ceil(share * 5)}` });
    if (total) span.title = signed(total);
    $("shaded").append(span);
    i = end;
  }
}

let results = [];
async function labelAll() {
  const texts = $("lines").value.split(/\r\n|\n|\r/);
  if (texts.at(-1) === "") texts.pop();
  results = [];
  $("go").disabled = true;
  for (let i = 0; i < texts.length; i += BATCH) {
    const some = texts.slice(i, i + BATCH), { answers } = await ask({ texts: some });
    answers.forEach((answer, n) => results.push([answer.label, Math.max(...Object.values(answer.proba)).toFixed(4), answer.status, some[n]]));
    $("progress").hidden = false;
    $("progress").value = results.length / texts.length;
    $("done").textContent = say("done", results.length, texts.length);
  }
  $("go").disabled = false;
  $("save").disabled = !results.length;
  $("results").replaceChildren(...results.slice(0, 200).map((cells) => {
    const line = made("tr");
    line.append(...cells.map((cell) => made("td", cell.slice(0, 200))));
    return line;
  }));
}

function save() {
  const escaped = (cell) => cell.replaceAll("\\", "\\\\").replaceAll("\t", "\\t");
  const tsv = [["label", "proba", "status", "text"], ...results].map((cells) => cells.map(escaped).join("\t")).join("\n");
  const link = made("a", "", { href: URL.createObjectURL(new Blob([`${tsv}\n`], { type: "text/tab-separated-values" })), download: "labels.tsv" });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function take(file) {
  if (file) $("lines").value = await file.text();
}

function translate() {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
  $("other").textContent = say("other");
  $("state").textContent = say(document.body.dataset.ready ? "ready" : "loading");
  if (last) show(last);
}

$("text").addEventListener("input", explain);
$("go").addEventListener("click", labelAll);
$("save").addEventListener("click", save);
$("file").addEventListener("change", (event) => take(event.target.files[0]));
$("lines").addEventListener("dragover", (event) => event.preventDefault());
$("lines").addEventListener("drop", (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); });
$("other").addEventListener("click", () => { language = language === "zh" ? "en" : "zh"; translate(); });
translate();
