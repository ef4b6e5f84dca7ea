import type { DocumentReference, Image, Kind } from "../../packages/octavo-client/client.ts";
import { h } from "../element.ts";
import { outward, pathOf } from "../texts.ts";
import type { ReaderWording } from "../words/reader-wording.ts";

/** Values of fields that a site defines, as people read them. */

/** The JSON Schema of a field, as far as its value does not tell how it is shown. */
export interface FieldSchema {
  readonly description?: string;
  readonly format?: string;
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

interface FieldPlace {
  /** The field, or the outermost one that has it. */
  readonly name: string;
  readonly kind: Kind;
  readonly wording: ReaderWording;
  /** What stands for true. Default: yes. */
  readonly yes?: string;
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

export function isImage(value: unknown): value is Image {
  return isObject(value) && "thumbhash" in value;
}

/** `heldOn` → `Held on`. */
export function toLabel(name: string): string {
  const words = name.replaceAll(/([A-Z]+|\d+)/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** null: there is nothing to read; pictures are shown elsewhere. */
export function fieldNode(value: unknown, schema: FieldSchema, place: FieldPlace): Node | string | null {
  const { wording } = place;
  const { format, items, properties = {} } = schema.anyOf?.[0] ?? schema;
  if (isEmpty(value) || isImage(value)) return null;
  if (Array.isArray(value)) return joined(value.map((one) => fieldNode(one, items ?? {}, place)));
  if (typeof value === "boolean") return filterLink(value ? (place.yes ?? wording.words.yes) : wording.words.no, String(value), place);
  if (typeof value === "number") return filterLink(wording.number(value), String(value), place);
  if (typeof value === "string") return format === "uri" ? outward(shortAddress(value), value) : textNode(value, format, place);
  if (!isObject(value)) return null;
  if (isReference(value)) return referenceNode(value);
  if (isPageLink(value)) return h("a", { href: value.path }, value.title);
  if (typeof value.url === "string" && typeof value.bytes === "number") return fileNode(value.url, value.bytes, place);
  const parts = Object.entries(value).flatMap(([name, one]) => {
    const node = fieldNode(one, properties[name] ?? {}, { ...place, name: "" });
    return node === null ? [] : [h("span", {}, `${toLabel(name)}: `, node)];
  });
  return joined(parts);
}

function textNode(value: string, format: string | undefined, place: FieldPlace): Node | string | null {
  return format === "date" || format === "date-time" ? place.wording.day(value) : filterLink(value, value, place);
}

/** A value leads to the list of the documents that have it, if the list can be filtered by it. */
function filterLink(text: string, value: string, { name, kind }: FieldPlace): Node | string {
  const isFilter = kind.filters.some((filter) => filter.name === name);
  return isFilter ? h("a", { href: `/${kind.name}?${new URLSearchParams({ [name]: value })}` }, text) : text;
}

function referenceNode({ kind, slug, title, url }: DocumentReference): HTMLElement {
  return h("a", { href: url === null ? `/${kind}/${slug}` : pathOf(url), "data-place": `${kind} ${slug}` }, title);
}

function fileNode(url: string, bytes: number, { wording }: FieldPlace): HTMLElement {
  const size = `${wording.number(Math.max(1, Math.round(bytes / 1_000)))} kB`;
  return h("span", {}, h("a", { href: url, download: true }, url.slice(url.lastIndexOf("/") + 1)), ` (${size})`);
}

function joined(nodes: readonly (Node | string | null)[]): HTMLElement | null {
  const shown = nodes.filter((node) => node !== null);
  if (shown.length === 0) return null;
  return h(
    "span",
    {},
    shown.flatMap((node, index) => (index === 0 ? [node] : [", ", node])),
  );
}

function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
}

function isReference(value: object): value is DocumentReference {
  return "kind" in value && "slug" in value && "title" in value && typeof value.title === "string";
}

/** A page above or below another. */
function isPageLink(value: object): value is { readonly title: string; readonly path: string } {
  return "path" in value && typeof value.path === "string" && "title" in value && typeof value.title === "string" && !("kind" in value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
