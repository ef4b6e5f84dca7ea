import type { Tag } from "../packages/octavo-client/client.ts";
import { h } from "./element.ts";

/** Small pieces that several views show. */

/** A day as people write it. @param value an instant, a date, a month or a year, as the API has them */
export function day(value: string | null): HTMLElement | null {
  if (value === null) return null;
  const options: Intl.DateTimeFormatOptions =
    value.length === 4 ? { year: "numeric" } : value.length === 7 ? { year: "numeric", month: "long" } : { dateStyle: "long" };
  // A calendar date is the same day everywhere.
  const zone = value.length > 10 ? {} : { timeZone: "UTC" };
  const date = new Date(value);
  return h(
    "time",
    { datetime: value },
    Number.isNaN(date.getTime()) ? value : new Intl.DateTimeFormat("en", { ...options, ...zone }).format(date),
  );
}

/** `3 posts`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** Facts in one line with points between; what is null is left out. */
export function facts(...parts: (Node | string | null | false)[]): HTMLElement {
  const shown = parts.filter((part) => part !== null && part !== false && part !== "");
  return h(
    "p",
    { class: "facts" },
    shown
      // Between words of another direction a text stays as it is.
      .map((part) => (typeof part === "string" ? h("bdi", {}, part) : part))
      .flatMap((part, index) => (index === 0 ? [part] : [h("span", { "aria-hidden": "true" }, "·"), part])),
  );
}

export function tagLinks(tags: readonly Tag[], section: string): HTMLElement | null {
  if (tags.length === 0) return null;
  return h(
    "ul",
    { class: "tags", "aria-label": "Tags" },
    tags.map(({ slug, name }) => h("li", {}, h("a", { href: `/${section}?tag=${slug}` }, name))),
  );
}

/** A link to another place, said as such for those who hear the page. */
export function outward(label: string, href: string): HTMLElement {
  return h("a", { href, rel: "noopener" }, label);
}

/** The path of a document's own page, whatever origin the site has. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url, location.href);
  // Two slashes at its start would name another host.
  return pathname.replace(/^\/+/, "/") + search;
}

/** Languages that are written from right to left, unless their script says otherwise (CLDR). */
const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|iw|ks|nqo|ps|sd|syr|ug|ur|yi)(?:-(?!latn)|$)|-(?:arab|hebr|nkoo|syrc|thaa)(?:-|$)/i;

/** @param language BCP 47 */
export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.test(language) ? "rtl" : "ltr";
}

/** What `%` stands for in a part of an address; null: for no text. */
export function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
