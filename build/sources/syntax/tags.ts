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
  /** Whether the tag closes itself, as in `{{< x />}}`, and so has no end tag. */
  readonly isClosed: boolean;
}

/**
 * Tags and directives nested deeper than this stay text. Without a limit, nested ones would take
 * quadratic time.
 */
export const MAX_DEPTH = 50;

/**
 * The forms of tags by their opening characters, with the maximum length of their text in
 * characters.
 */
const FORMS: Readonly<Record<string, { readonly close: string; readonly longest: number }>> = {
  "{{<": { close: ">}}", longest: 4000 },
  "{{%": { close: "%}}", longest: 4000 },
  "{%": { close: "%}", longest: 4000 },
  "{{": { close: "}}", longest: 1000 },
};
/** Zola's `name(a="b")`. */
const CALL = /^([A-Za-z_]\w*)\(([\s\S]*)\)$/;
const ARGUMENT = /(?:([A-Za-z_][\w-]*)\s*(?:=|:(?!\/\/))\s*)?(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|([^\s,"']+))/g;

/** Finds all tags outside code, in order. */
export function findTags(body: string): readonly TemplateTag[] {
  const masked = maskCode(body);
  const tags: TemplateTag[] = [];
  const closes = new Map<string, number>();
  const findClose = (close: string, from: number): number => {
    let at = closes.get(close) ?? -1;
    // Each search begins where the last one ended, so that together they read the text once.
    if (at < from) at = masked.indexOf(close, from);
    closes.set(close, at === -1 ? Number.POSITIVE_INFINITY : at);
    return closes.get(close) ?? Number.POSITIVE_INFINITY;
  };
  let end = 0;
  for (const { index: start, 1: sign = "" } of masked.matchAll(/(?=(\{\{[<%]?|\{%))/g)) {
    const form = FORMS[sign];
    if (start < end || form === undefined) continue;
    const close = findClose(form.close, start + sign.length);
    if (close - start - sign.length > form.longest) continue;
    end = close + form.close.length;
    // Values may be in backticks, which the mask treats as code.
    const text = body.slice(start + sign.length, close);
    tags.push({ start, end, ...(form.close.length === 3 ? readHugo(text.trim()) : readBraces(sign, text.replace(/^-|-$/g, "").trim())) });
  }
  return tags;
}

function readBraces(sign: string, text: string): TagText {
  return sign === "{%" ? readLiquid(text) : readOutput(text);
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
  const openByName = new Map<string, number[]>();
  const namesOf = ({ name, rest }: TemplateTag): readonly string[] => (rest.startsWith("(") ? [name, ""] : [name]);
  for (const [index, tag] of tags.entries()) {
    if (tag.form !== "shortcode") continue;
    if (!tag.isEnd) {
      if (tag.isClosed) continue;
      open.push(index);
      for (const name of namesOf(tag)) {
        const named = openByName.get(name);
        if (named === undefined) openByName.set(name, [index]);
        else named.push(index);
      }
      continue;
    }
    const start = openByName.get(tag.name)?.at(-1);
    if (start === undefined) continue;
    pairs.set(start, index);
    // Tags in between have no end tag.
    for (let last = open.pop(); last !== undefined; last = last === start ? undefined : open.pop()) {
      const closed = tags[last];
      for (const name of closed === undefined ? [] : namesOf(closed)) openByName.get(name)?.pop();
    }
  }
  return pairs;
}
