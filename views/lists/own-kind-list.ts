import type { OwnItem } from "../../packages/octavo-client/client.ts";
import { renderTitle } from "../document-text.ts";
import { isPicture, renderField } from "../documents/field-value.ts";
import { fieldsOf } from "../documents/shown-fields.ts";
import { type Html, html } from "../html.ts";
import { renderPicture } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";
import { renderHeading } from "./post-list.ts";

/** Maximum number of characters of a field shown in a list. */
const FACT_MAX = 90;

/** Documents of any kind, with the fields that fit into a list. */
export function renderKindList(name: string, items: readonly OwnItem[], site: SiteView, level: 2 | 3 = 2): Html {
  return html`<ol class="posts">${items.map((item) => kindItem(name, item, site, level))}</ol>`;
}

function kindItem(name: string, item: OwnItem, site: SiteView, level: 2 | 3): Html {
  const { title, path, excerpt, cover } = item;
  const shown = path === null ? renderTitle(title) : html`<a href="${path}">${renderTitle(title)}</a>`;
  const facts = shortFieldsOf(name, item, site).map(([, value]) => html`<span>${renderField(value, site)}</span>`);
  const thumbnail = { sizes: "(min-width: 40rem) 10rem, 6rem", isThumbnail: true, isDecorative: true, className: "thumb" };
  const image = isPicture(cover) ? cover : null;
  return html`
<li class="post${image !== null && " with-cover"}"><div>
${renderHeading(level, html` class="post-title"`, shown)}
${facts.length > 0 && html`<p class="meta">${facts}</p>`}
${typeof excerpt === "string" && html`<p class="excerpt">${excerpt}</p>`}
</div>${image !== null && renderPicture(image, site, thumbnail)}</li>`;
}

/**
 * The fields for a list: the date first, then fields with filters, then others. Pictures, numbers
 * and booleans are left out, because they mean little without their labels.
 */
function shortFieldsOf(name: string, item: OwnItem, { kinds }: SiteView): readonly (readonly [string, unknown])[] {
  const kind = kinds.find((one) => one.name === name);
  const first = kind === undefined ? [] : [kind.date, ...kind.filters.map((filter) => filter.name)];
  const short = fieldsOf(name, item).filter(([, value]) => isShort(value));
  return [...short.filter(([field]) => first.includes(field)), ...short.filter(([field]) => !first.includes(field))];
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= FACT_MAX;
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") && value.join(", ").length <= FACT_MAX;
  return typeof value === "object" && value !== null && "url" in value && !isPicture(value);
}
