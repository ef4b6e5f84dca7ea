import { maskCode } from "./code-mask.ts";

/** A tag of Hugo, Liquid, Nunjucks, Zola or Hexo. */
export interface TemplateTag {
  readonly start: number;
  readonly end: number;
  /** `figure`. For an end tag, the name of the tag that it ends; "" for Zola's `{% end %}`. */
  readonly name: string;
  /** Everything after the name. */
  readonly rest: string;
  readonly form: "shortcode" | "output" | "escaped";
  readonly isEnd: boolean;
  /** `{{< x />}}`: it has no end tag. */
  readonly isClosed: boolean;
}

/**
 * Characters of one tag. Without this limit, a text of opening braces would take quadratic time.
 */
const TAG = /\{\{<([\s\S]{0,4000}?)>\}\}|\{\{%([\s\S]{0,4000}?)%\}\}|\{%-?([\s\S]{0,4000}?)-?%\}|\{\{(?![<%])-?([\s\S]{0,1000}?)-?\}\}/g;
/** Zola's `name(a="b")`. */
const CALL = /^([A-Za-z_]\w*)\(([\s\S]*)\)$/;
const ARGUMENT = /(?:([A-Za-z_][\w-]*)\s*(?:=|:(?!\/\/))\s*)?(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|([^\s,"']+))/g;

/** Finds all tags outside code, in order. */
export function findTags(body: string): readonly TemplateTag[] {
  const masked = maskCode(body);
  const tags: TemplateTag[] = [];
  for (const { index, 0: whole, 1: angled, 2: percent, 3: liquid } of masked.matchAll(TAG)) {
    const place = { start: index, end: index + whole.length };
    // Values may be in backticks, which the mask treats as code.
    const inner = (length: number, edge: number): string => body.slice(index + edge, place.end - length).trim();
    if (angled !== undefined || percent !== undefined) tags.push({ ...place, ...readHugo(inner(3, 3)) });
    else if (liquid !== undefined) tags.push({ ...place, ...readLiquid(inner(2, 2).replace(/^-|-$/g, "").trim()) });
    else tags.push({ ...place, ...readOutput(inner(2, 2).replace(/^-|-$/g, "").trim()) });
  }
  return tags;
}

type TagText = Omit<TemplateTag, "start" | "end">;

function readHugo(text: string): TagText {
  if (text.startsWith("/*")) return { name: "", rest: text.replace(/^\/\*|\*\/$/g, ""), form: "escaped", isEnd: false, isClosed: true };
  const [, slash = "", name = "", rest = ""] = /^(\/?)\s*([\w./-]*)([\s\S]*)$/.exec(text) ?? [];
  return { name, rest: rest.replace(/\/$/, ""), form: "shortcode", isEnd: slash !== "", isClosed: /\/$/.test(text) };
}

function readLiquid(text: string): TagText {
  const [, ended, name = "", rest = ""] = /^(end)?([\w-]*)([\s\S]*)$/.exec(text) ?? [];
  return { name, rest: rest.trim(), form: "shortcode", isEnd: ended !== undefined, isClosed: false };
}

function readOutput(text: string): TagText {
  const [, name, rest = ""] = CALL.exec(text) ?? [];
  if (name === undefined) return { name: text, rest: "", form: "output", isEnd: false, isClosed: true };
  return { name, rest, form: "shortcode", isEnd: false, isClosed: true };
}

export interface TagValues {
  /** Values without a name, in order. */
  readonly args: readonly string[];
  readonly named: Readonly<Record<string, string>>;
}

/** Reads `"a" b title="c"`, and Zola's `(a="b", c=1)`. */
export function readTagValues(rest: string): TagValues {
  const text = /^\([\s\S]*\)$/.test(rest) ? rest.slice(1, -1) : rest;
  const args: string[] = [];
  const named: [string, string][] = [];
  for (const [, name, double, single, raw, bare] of text.matchAll(ARGUMENT)) {
    const value = double?.replace(/\\(["\\])/g, "$1") ?? single ?? raw ?? bare ?? "";
    if (name === undefined) args.push(value);
    else named.push([name, value]);
  }
  return { args, named: Object.fromEntries(named) };
}

/** For each tag, the index of its end tag. */
export function pairTags(tags: readonly TemplateTag[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [index, tag] of tags.entries()) {
    if (tag.form !== "shortcode") continue;
    if (!tag.isEnd) {
      if (!tag.isClosed) open.push(index);
      continue;
    }
    const at = open.findLastIndex((one) => (tag.name === "" ? tags[one]?.rest.startsWith("(") : tags[one]?.name === tag.name));
    if (at === -1) continue;
    pairs.set(open[at] ?? 0, index);
    open.length = at;
  }
  return pairs;
}
