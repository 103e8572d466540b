/* A reader of `nb export NAME FILE.json` in C: reader MODEL.json < TEXTS prints the posterior of each line.
   It knows multinomial models of presence or idf, of words and characters, where the text is ASCII. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* JSON: an object is a list of its names and values in turn. */
typedef struct node { char kind; double number; char *text; int n; struct node *of; } node;
static char *at;
static void blank(void) { while (isspace((unsigned char)*at)) at++; }
static unsigned hex(void) { char four[5] = {0}; memcpy(four, at + 1, 4); at += 4; return strtoul(four, 0, 16); }
static char *string(void) {
    static const char escapes[] = "b\bf\fn\nr\rt\t";
    char *out = malloc(4096), *to = out;
    for (at++; *at != '"'; at++) {
        if (*at != '\\') { *to++ = *at; continue; }
        const char *control = strchr("bfnrt", *++at) ? strchr(escapes, *at) : 0;
        unsigned c = *at == 'u' ? hex() : control ? (unsigned)control[1] : (unsigned)*at;
        if (c < 128) *to++ = c;
        else if (c < 2048) *to++ = 192 | c >> 6, *to++ = 128 | (c & 63);
        else *to++ = 224 | c >> 12, *to++ = 128 | (c >> 6 & 63), *to++ = 128 | (c & 63);
    }
    *to = 0; at++;
    return realloc(out, to - out + 1);
}
static node value(void) {
    node v = {0};
    blank();
    v.kind = *at;
    if (*at == '"') v.text = string();
    else if (*at == '[' || *at == '{') {
        int room = 0;
        for (at++, blank(); *at != ']' && *at != '}'; blank()) {
            if (*at == ',' || *at == ':') { at++; continue; }
            if (v.n == room) v.of = realloc(v.of, (room = room * 2 + 8) * sizeof(node));
            node one = value();
            v.of[v.n++] = one;
        }
        at++;
    } else if (isalpha((unsigned char)*at)) { v.number = -INFINITY; while (isalpha((unsigned char)*at)) at++; }
    else v.kind = '0', v.number = strtod(at, &at);
    return v;
}
static node *get(node *object, const char *name) {
    for (int i = 0; i < object->n; i += 2) if (!strcmp(object->of[i].text, name)) return &object->of[i + 1];
    return 0;
}
/* A list of numbers, or of whole numbers times a unit. */
static double *numbers(node *v, double unit) {
    if (v->kind == '{') return numbers(get(v, "whole"), get(v, "unit")->number);
    double *x = malloc((v->n + 1) * sizeof *x);
    for (int i = 0; i < v->n; i++) x[i] = v->of[i].number * unit;
    return x;
}

typedef struct { int words, low, high, d, weighs; double alpha, *idf, *prior, **count, *total; char **terms;
                 double *df, **steps; } view;
static int k, n_views, machines;
static view *views;
static double n_texts, squares, corrected[64];
static view load(node *v, node *block) {
    node *terms = get(v, "terms"), *count = get(get(v, "state"), "feature_count_");
    double unit = count->kind == '{' ? get(count, "unit")->number : 1;
    node *rows = count->kind == '{' ? get(count, "whole") : count, *ngrams = get(v, "ngrams");
    view w = {!strcmp(get(v, "tokenizer")->text, "words"), ngrams->of[0].number, ngrams->of[1].number, terms->n,
              get(v, "idf")->n > 0, get(get(v, "options"), "alpha")->number, numbers(get(v, "idf"), 1),
              numbers(get(v, "log_prior"), 1), malloc(k * sizeof(double *)), calloc(k, sizeof(double)),
              malloc(terms->n * sizeof(char *))};
    for (int i = 0; i < w.d; i++) w.terms[i] = terms->of[i].text;
    for (int c = 0; c < k; c++) {
        w.count[c] = numbers(&rows->of[c], unit);
        for (int i = 0; i < w.d; i++) w.total[c] += w.count[c][i] + w.alpha;
    }
    if (block && block->kind == '{') {
        node *steps = get(block, "steps");
        w.df = numbers(get(block, "df"), 1);
        w.steps = malloc((machines = steps->n) * sizeof(double *));
        for (int c = 0; c < machines; c++) w.steps[c] = numbers(&steps->of[c], 1);
    }
    return w;
}

/* The tokens of a line of ASCII: words, numbers with points and commas in them, and marks; or characters. */
static int cut(char *text, int words, char tokens[][64]) {
    int n = 0;
    for (char *p = text; *p;) {
        int size = 1;
        if (words && isspace((unsigned char)*p)) { p++; continue; }
        if (words && isdigit((unsigned char)*p)) {
            int end = 0, more = strspn(p, "0123456789");
            for (end = more; strchr(".,", p[end]) && p[end] && isdigit((unsigned char)p[end + 1]);)
                end += 1 + strspn(p + end + 1, "0123456789");
            if (end > more) size = end;
        }
        if (words && size == 1 && isalnum((unsigned char)*p))
            for (size = 0; isalnum((unsigned char)p[size]) || (p[size] == '\'' && isalnum((unsigned char)p[size + 1]));) size++;
        if (size > 63) size = 63;
        memcpy(tokens[n], p, size);
        tokens[n++][size] = 0;
        p += size;
    }
    return n;
}
static int place(view *v, const char *term) {
    for (int i = 0; i < v->d; i++) if (!strcmp(v->terms[i], term)) return i;
    return -1;
}
static double length(view *v, char *text, double *jll, int *known) {
    static char tokens[4096][64], term[256];
    int n = cut(text, v->words, tokens), *seen = calloc(v->d, sizeof(int));
    double norm = 0, sum = 0;
    for (int i = 0; i < n; i++)
        for (int size = v->low; size <= v->high && i + size <= n; size++) {
            strcpy(term, tokens[i]);
            for (int j = i + 1; j < i + size; j++) strcat(strcat(term, v->words ? " " : ""), tokens[j]);
            int j = place(v, term);
            if (j >= 0) seen[j] = 1, *known = 1;
        }
    for (int j = 0; j < v->d; j++) if (seen[j] && v->weighs) norm += v->idf[j] * v->idf[j];
    for (int c = 0; c < k; c++) jll[c] = v->prior[c];
    for (int j = 0; j < v->d; j++) {
        if (!seen[j]) continue;
        double x = v->weighs ? rint(v->idf[j] / sqrt(norm) * 0x1p30) * 0x1p-30 : 1;
        for (int c = 0; c < k; c++) jll[c] += x * log((v->count[c][j] + v->alpha) / v->total[c]);
        sum += x;
        if (!v->df || !v->df[j]) continue;
        double idf = log((1 + n_texts) / (1 + v->df[j])) + 1;
        squares += idf * idf;
        for (int c = 0; c < machines; c++) corrected[c] += idf * v->steps[c][j];
    }
    free(seen);
    return sum > 1 ? sum : 1;
}
int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : 0;
    if (!file) return 2;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    char *json = calloc(size + 1, 1), line[4096], lower[4096];
    rewind(file);
    if (fread(at = json, 1, size, file) != (size_t)size) return 2;
    node model = value(), *all = get(&model, "views"), *blend = get(&model, "blend"), *more = get(&model, "correction");
    int linear = more->kind == '{';
    if (linear) n_texts = get(more, "n_texts")->number;
    k = get(&model, "labels")->n;
    views = malloc((n_views = all->n) * sizeof *views);
    for (int v = 0; v < n_views; v++) views[v] = load(&all->of[v], linear ? &get(more, "blocks")->of[v] : 0);
    double *prior = numbers(get(&model, "log_prior"), 1);
    while (fgets(line, sizeof line, stdin)) {
        double score[64] = {0}, jll[64], top = -INFINITY, second = -INFINITY, sum = 0;
        char *from = line, *to = lower;
        for (; *from; from++) { /* spaces in one; none at the ends */
            if (!isspace((unsigned char)*from)) *to++ = tolower((unsigned char)*from);
            else if (to > lower && to[-1] != ' ') *to++ = ' ';
        }
        while (to > lower && to[-1] == ' ') to--;
        *to = 0;
        int known = 0, blended = blend->kind == '{';
        for (int c = 0; c < k; c++) if (blended) score[c] = get(blend, "bias")->of[c].number;
        squares = 0;
        memset(corrected, 0, sizeof corrected);
        for (int v = 0; v < n_views; v++) {
            double l = length(&views[v], lower, jll, &known), scale = 1;
            if (blended) scale = get(blend, "weights")->of[v].number / pow(l, get(blend, "exponents")->of[v].number);
            for (int c = 0; c < k; c++) score[c] += scale * jll[c];
        }
        if (linear && squares > 0) {
            double scale = get(more, "scale")->number / sqrt(squares);
            node *classes = get(more, "classes");
            for (int c = 0; c < classes->n; c++) /* one machine tells two classes apart */
                score[(int)classes->of[c].number] += scale * (machines > 1 ? corrected[c] : (c - .5) * corrected[0]);
        }
        for (int c = 0; c < k; c++)
            if (score[c] > top) second = top, top = score[c]; else if (score[c] > second) second = score[c];
        node *shape = blended ? get(blend, "shape") : 0;
        double s = shape ? shape->of[1].number + (shape->of[0].number - shape->of[1].number) / (1 + top - second) : 1;
        for (int c = 0; c < k; c++) score[c] = known ? s * (score[c] - top) : prior[c];
        for (int c = 0; c < k; c++) sum += exp(score[c]);
        for (int c = 0; c < k; c++) printf("%.17g%c", exp(score[c]) / sum, c + 1 < k ? ' ' : '\n');
    }
    return 0;
}
