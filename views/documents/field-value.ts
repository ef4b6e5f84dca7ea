import type { Image } from "../../packages/octavo-client/client.ts";
import { formatAmount } from "../format-values.ts";
import { type HtmlPart, html, join } from "../html.ts";
import { renderPicture } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";
import { toLabel } from "../words/title-text.ts";

/**
 * Renders a field by the shape of its value: pictures, references, files, addresses, days, lists,
 * objects, texts.
 */
export function renderField(value: unknown, site: SiteView): HtmlPart {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? site.words.yes : site.words.no;
  if (typeof value === "number") return formatAmount(value, site.words);
  if (typeof value === "string") return textHtml(value, site);
  if (Array.isArray(value)) {
    const parts = value.map((one) => renderField(one, site));
    return value.some(isPicture) ? parts : join(parts, ", ");
  }
  return objectHtml(value, site);
}

export function isPicture(value: unknown): value is Image {
  return typeof value === "object" && value !== null && "thumbhash" in value;
}

function textHtml(text: string, site: SiteView): HtmlPart {
  if (/^\d{4}-\d\d-\d\d(?:T.*)?$/.test(text)) return site.day(text);
  if (!/^https?:\/\//.test(text)) return text;
  return html`<a href="${site.local(text)}">${text.replaceAll(/^https?:\/\/(?:www\.)?|\/$/g, "")}</a>`;
}

function objectHtml(value: object, site: SiteView): HtmlPart {
  if (isPicture(value)) return renderPicture(value, site, { sizes: "(min-width: 46rem) 22rem, 100vw" });
  const { slug, title, path, url, bytes, label, name } = value as Readonly<Record<string, unknown>>;
  // A reference to another document.
  if (typeof slug === "string" && typeof title === "string") return linkTo(path, title, site);
  if (isLink(url) && typeof bytes === "number") return fileHtml(url, bytes, site);
  const text = label ?? name;
  if (typeof text === "string" && Object.keys(value).length === 2 && "url" in value) return linkTo(url, text, site);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return join(
    members.map(([member, one]) => html`<span>${toLabel(member)}: ${renderField(one, site)}</span>`),
    ", ",
  );
}

/**
 * Objects of a site's own kinds may contain any text as an address, and `javascript:` must not
 * become a link.
 */
const LINK = /^(?:https?:\/\/|mailto:|\/)/i;

function isLink(url: unknown): url is string {
  return typeof url === "string" && LINK.test(url);
}

function linkTo(url: unknown, text: string, site: SiteView): HtmlPart {
  return isLink(url) ? html`<a href="${site.local(url)}">${text}</a>` : text;
}

/** A published file has the author's file name with a hash before the extension. */
function fileHtml(url: string, bytes: number, site: SiteView): HtmlPart {
  const name = url.slice(url.lastIndexOf("/") + 1).replace(/\.[0-9a-f]{16}(?=\.|$)/, "");
  const [unit, size] = bytes < 999_500 ? ["kB", 1_000] : ["MB", 1_000_000];
  const amount = Math.max(0.1, bytes / size);
  const shown = formatAmount(amount < 10 ? amount : Math.round(amount), site.words);
  return html`<a href="${site.local(url)}" download="${name}">${name}</a> (${shown} ${unit})`;
}
