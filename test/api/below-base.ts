import { API_PREFIX } from "../../contract/paths.ts";
import { SAMPLE_URL } from "../helpers/sample-site.ts";

/** Checks that a site below a path answers like one at the root, with its base in every address. */

/**
 * Puts a target of the suite below the base. If the target asks for a page, that page's path also
 * gets the base.
 */
export function putTargetBelow(base: string, target: string): string {
  if (base === "") return target;
  return base + target.replace(ASKED_PAGE, (_, before: string, page: string) => before + encodeURIComponent(base) + page);
}

const ASKED_PAGE = new RegExp(`^(${API_PREFIX}/resolve\\?(?:.*&)?path=(?:https?(?::|%3A)(?:/|%2F){2}[a-z.]+)?)((?:/|%2F).*)$`);

/**
 * Finds the site's own addresses and paths that lack its base, in a text and in headers. Returns
 * each with the text that follows it.
 */
export function findWithoutBase(base: string, text: string, headers: Iterable<readonly [name: string, value: string]> = []): string[] {
  if (base === "") return [];
  // A path is a whole JSON string that is not the name of a member, an HTML link, or a Markdown
  // link; other quoted paths are code in the author's text.
  const string = /^[[{]/.test(text) ? String.raw`(?<=(?<!\\)")(?=/(?!/)(?![^"]*"(?::|,"words")|[^"]*[{:]))|` : "";
  const starts = String.raw`${SAMPLE_URL.replaceAll(".", "\\.")}|${string}(?<=(?:href|src|poster)=\\?")(?=/(?!/))|(?<=\]\()(?=/(?!/))`;
  const rest = `(?!${base}(?:[^\\w-]|$)).{0,60}`;
  const find = (value: string, start: string): string[] =>
    [...value.matchAll(new RegExp(`(?:${start})${rest}`, "g"))].map(([found]) => found);
  const inHeaders = [...headers].flatMap(([name, value]) => find(value, `${starts}|(?<=^|<)(?=/)`).map((found) => `${name}: ${found}`));
  // Examples in the schemas are the same for every site, and page patterns are relative to the
  // base.
  const own = text.replaceAll(/"(?:example|pointer)":"[^"]*"|"services":"\/services"/g, "");
  return [...find(own, starts), ...inHeaders];
}

/**
 * The text and the headers of an answer as they would be at the root.
 * @throws Error for an address or a path of the site that lacks the base, because it would go
 * unnoticed afterwards
 * @param whole the answer with the body whose length the headers state; for HEAD, the answer to GET
 */
export async function takeBaseOff(base: string, response: Response, whole = response): Promise<{ text: string; headers: Headers }> {
  if (base === "") return { text: await response.text(), headers: response.headers };
  const plain = (text: string): string => text.replaceAll(SAMPLE_URL + base, SAMPLE_URL).replaceAll(`"${base}/`, '"/');
  const answered = await response.text();
  const lacking = findWithoutBase(base, answered, response.headers);
  if (lacking.length > 0) throw new Error(`these lack ${base}:\n${lacking.slice(0, 60).join("\n")}`);
  const sent = whole === response ? answered : await whole.text();
  const headers = new Headers([...response.headers].map(([name, value]) => [name, plain(value)]));
  if (headers.get("Content-Length") === String(Buffer.byteLength(sent)))
    headers.set("Content-Length", String(Buffer.byteLength(plain(sent))));
  return { text: plain(answered), headers };
}
