import type { DocumentReference, Image, Kind, Photo } from "../../packages/octavo-client/client.ts";
import { h } from "../element.ts";
import { facts, outward, pathOf } from "../texts.ts";
import type { Reader } from "../view.ts";
import type { ReaderWording } from "../words/reader-wording.ts";
import { languageName } from "./document-parts.ts";

/** Values of fields of any kind, as people read them. */

/** Members of every document, which have their own places in a view. */
const COMMON_MEMBERS = [
  ...["slug", "url", "path", "title", "excerpt", "cover", "tags", "publishedAt", "updatedAt"],
  ...["bodyHtml", "bodyText", "toc", "translations"],
];

/** Characters of an address that are shown. */
const ADDRESS_MAX = 60;

/** Whether a member is not shown as a field. A language that a document can be found by is that of its text. */
export function isHidden(name: string, { builtIn, filters }: Kind): boolean {
  if (name === "language") return filters.some((filter) => filter.name === name);
  return COMMON_MEMBERS.includes(name) || (builtIn && ["extra", "featured", "order"].includes(name));
}

/** The parts of a field's JSON Schema that are needed besides its value. */
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
  /** Shown instead of true. Default: yes. */
  readonly yes?: string;
}

export async function readKind({ client, signal }: Reader, name: string): Promise<Kind> {
  const { items } = await client.kinds.list({ signal });
  const kind = items.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return kind;
}

/** The schema of a field. Members of built-in kinds have names that say what they are: `…On` and `…At`, `…Url`. */
export function schemaOf({ schema, builtIn }: Kind, name: string): FieldSchema {
  if (builtIn) return /(?:On|At)$/.test(name) ? { format: "date" } : name.endsWith("Url") ? { format: "uri" } : {};
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, FieldSchema>> };
  return properties[name] ?? {};
}

/**
 * Members of every kind and of built-in kinds have labels in the site's language. Others use their
 * name: `heldOn` → `Held on`.
 */
export function labelOf(name: string, { builtIn }: Kind, { words }: ReaderWording): string {
  const known = builtIn || COMMON_MEMBERS.includes(name) ? Object.entries(words.fields).find(([field]) => field === name) : undefined;
  return known?.[1] ?? toLabel(name);
}

function toLabel(name: string): string {
  const text = name.replaceAll(/([A-Z]+|\d+)/g, " $1").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One of the values that a field can have; those of built-in kinds are translated. */
export function valueText(value: string, { builtIn }: Kind, { words }: ReaderWording): string {
  return (builtIn && Object.entries(words.values).find(([name]) => name === value)?.[1]) || value;
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

export function isImage(value: unknown): value is Image {
  return isObject(value) && "thumbhash" in value;
}

/** null: there is nothing to read; pictures are shown elsewhere. */
export function fieldNode(value: unknown, schema: FieldSchema, place: FieldPlace): Node | string | null {
  const { wording, kind, name } = place;
  const { format, items, properties = {} } = schema.anyOf?.[0] ?? schema;
  if (isEmpty(value) || isImage(value)) return null;
  const special = kind.builtIn ? SPECIAL_MEMBERS.get(name)?.(value as never, wording) : undefined;
  if (special !== undefined) return special;
  if (Array.isArray(value)) return joined(value.map((one) => fieldNode(one, items ?? {}, place)));
  if (typeof value === "boolean") return filterLink(value ? (place.yes ?? wording.words.yes) : wording.words.no, String(value), place);
  if (typeof value === "number") return filterLink(wording.number(value), String(value), place);
  if (typeof value === "string") return format === "uri" ? outward(shortAddress(value), value) : textNode(value, format, place);
  if (!isObject(value)) return null;
  return objectNode(value, place) ?? joined(partsOf(value, properties, place));
}

/** Members of built-in kinds that are shown differently from others of their type. */
const SPECIAL_MEMBERS = new Map<string, (value: never, wording: ReaderWording) => Node | string | null>([
  ["language", (value: string, { words }) => languageName(value, words.language)],
  ["publishedYear", (value: number) => String(value)],
  ["rating", starsNode],
  ["relatedPostSlug", (value: string) => h("a", { href: `/posts/${value}`, "data-place": `posts ${value}` }, value)],
  ["location", ({ name, country }: NonNullable<Photo["location"]>) => [name, country].filter(Boolean).join(", ")],
  ["exif", cameraNode],
]);

/** Ratings are halves: `★★★★½`. */
function starsNode(stars: number, { words, say, number }: ReaderWording): HTMLElement {
  const text = "★".repeat(Math.floor(stars)) + (Number.isInteger(stars) ? "" : "½") + "☆".repeat(5 - Math.ceil(stars));
  return h("span", { role: "img", "aria-label": say(words.rating, { stars: number(stars) }) }, text);
}

function cameraNode(exif: NonNullable<Photo["exif"]>): HTMLElement {
  const { cameraMake: make, cameraModel: model, lens, focalLengthMm, aperture, shutterSpeed, iso } = exif;
  const isNamed = model !== null && make !== null && model.startsWith(make.split(" ")[0] ?? "");
  return facts(
    [isNamed ? null : make, model].filter(Boolean).join(" "),
    lens,
    focalLengthMm === null ? null : `${focalLengthMm} mm`,
    aperture === null ? null : `f/${aperture}`,
    shutterSpeed === null ? null : `${shutterSpeed} s`,
    iso === null ? null : `ISO ${iso}`,
  );
}

function textNode(value: string, format: string | undefined, place: FieldPlace): Node | string | null {
  if (format !== "date" && format !== "date-time") return filterLink(valueText(value, place.kind, place.wording), value, place);
  // A local time is a day of its own place.
  return place.wording.day(value.endsWith("Z") ? value : value.slice(0, 10));
}

/** A value leads to the list of the documents that have it, if the list can be filtered by it. */
function filterLink(text: string, value: string, { name, kind }: FieldPlace): Node | string {
  const isFilter = kind.filters.some((filter) => filter.name === name);
  return isFilter ? h("a", { href: `/${kind.name}?${new URLSearchParams({ [name]: value })}` }, text) : text;
}

/** An object, shown by the members that it has. */
function objectNode(value: Readonly<Record<string, unknown>>, place: FieldPlace): Node | string | null {
  const { title, slug, url, kind, bytes, label, name } = value;
  if (isReference(value))
    return h("a", { href: value.url === null ? `/${kind}/${slug}` : pathOf(value.url), "data-place": `${kind} ${slug}` }, value.title);
  if (typeof url === "string" && typeof bytes === "number") return fileNode(url, bytes, place);
  const text = label ?? name;
  if (typeof text === "string" && Object.keys(value).length === 2 && "url" in value)
    return typeof url === "string" ? outward(text, url) : text;
  if (typeof title !== "string" || typeof slug !== "string") return null;
  // A page above or below another, else the value of a filter.
  return typeof url === "string" ? h("a", { href: pathOf(url) }, title) : filterLink(title, slug, place);
}

function partsOf(
  value: Readonly<Record<string, unknown>>,
  schemas: Readonly<Record<string, FieldSchema>>,
  place: FieldPlace,
): readonly (Node | null)[] {
  return Object.entries(value).map(([name, one]) => {
    const node = fieldNode(one, schemas[name] ?? {}, { ...place, name: "" });
    return node === null ? null : h("span", {}, `${toLabel(name)}: `, node);
  });
}

/** A published file is named as its author named it, with a hash before the extension. */
function fileNode(url: string, bytes: number, { wording }: FieldPlace): HTMLElement {
  const name = url.slice(url.lastIndexOf("/") + 1).replace(/\.[0-9a-f]{16}(?=\.|$)/, "");
  return h("span", {}, h("a", { href: url, download: name }, name), ` (${sizeText(bytes, wording)})`);
}

/** `1.2 MB`, in powers of 1,000. */
function sizeText(bytes: number, { number }: ReaderWording): string {
  const units = ["kB", "MB", "GB"];
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = Math.max(1, bytes / 1_000 ** power);
  return `${number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))}\u00a0${units[power - 1]}`;
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
  const shown = url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
  return shown.length > ADDRESS_MAX ? `${shown.slice(0, ADDRESS_MAX - 1)}…` : shown;
}

function isReference(value: object): value is DocumentReference {
  return "kind" in value && "slug" in value && "title" in value && typeof value.title === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
