/** Titles and labels as text. Astro projects have this file too. */

/** Matches code between runs of backticks of the same length, as in Markdown. */
const INLINE_CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/;

/** Splits a title into parts that are either plain text or code. */
export function splitCode(title: string): { readonly text: string; readonly isCode: boolean }[] {
  return title
    .split(INLINE_CODE)
    .flatMap((text, at) => (at % 3 === 1 ? [] : [{ text: at % 3 === 2 ? text.trim() : text, isCode: at % 3 === 2 }]));
}

/** A title for places where no elements are allowed. */
export function toPlainTitle(title: string): string {
  return splitCode(title)
    .map(({ text }) => text)
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };

/** The body without its first heading, if that repeats the title. */
export function withoutTitle(body: string, title: string): string {
  const [heading = "", text = ""] = /^\s*<h1[^>]*>(.*?)<\/h1>/s.exec(body) ?? [];
  const plain = text.replaceAll(/<[^>]*>/g, "").replaceAll(/&\S+?;/g, (entity) => ENTITIES[entity] ?? entity);
  return plain === toPlainTitle(title) ? body.slice(heading.length) : body;
}

/** `heldOn` → `Held on`. */
export function toLabel(name: string): string {
  const words = name.replaceAll(/([A-Z]+|\d+)/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
