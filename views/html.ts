import { escapeHtml } from "../contract/text/escape-html.ts";

/** HTML that is safe to insert into a page unchanged. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: text is escaped; null, undefined and booleans are left out. */
export type HtmlPart = Html | string | number | boolean | null | undefined | readonly HtmlPart[];

/** A template of HTML. Text in it is escaped for elements and for attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let text = strings[0] ?? "";
  for (let at = 0; at < parts.length; at += 1) text += toText(parts[at]) + strings[at + 1];
  return new Html(text);
}

/** HTML that was made safe elsewhere: the bodies of documents. */
export function rawHtml(text: string): Html {
  return new Html(text);
}

/** Attributes, each with a space before it; null and false are left out, true has no value. */
export function attributes(values: Readonly<Record<string, string | number | boolean | null | undefined>>): Html {
  let text = "";
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  return new Html(text);
}

/** Joins parts with a separator; empty ones are left out. */
export function join(parts: readonly HtmlPart[], between: string): HtmlPart {
  const shown = parts.filter((part) => part !== null && part !== undefined && part !== false && part !== "");
  return shown.flatMap((part, at) => (at === 0 ? [part] : [between, part]));
}

function toText(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  if (Array.isArray(part)) {
    let text = "";
    for (const one of part) text += toText(one);
    return text;
  }
  return "";
}
