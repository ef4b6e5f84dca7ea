import type { Kind, OwnItem } from "../../packages/octavo-client/client.ts";
import { h } from "../element.ts";
import { createFilterMenus, emptyNote, type FilterChoice, pageLinks } from "../pages.ts";
import { pictureFrame } from "../picture.ts";
import { currentPath } from "../reader-facts.ts";
import { facts, pathOf, plainTitle, titleNodes } from "../texts.ts";
import type { Reader, View } from "../view.ts";
import { fieldNode, isEmpty, isHidden, isImage, labelOf, readKind, schemaOf, valueText } from "./field-nodes.ts";
import { languageChoice, languageMenu } from "./language-choice.ts";

/** The list of any kind except posts, made only from `/kinds` and the items. */

/** Longest text of a field in a list, in characters. */
const FACT_MAX = 90;
/** Items in view without scrolling. Their pictures are loaded first. */
const SEEN_AT_ONCE = 4;

export async function showKind(reader: Reader, name: string): Promise<View> {
  const { client, query, signal, facts: site, wording } = reader;
  const { number, words, count } = wording;
  const kind = await readKind(reader, name);
  const parameters = ["tag", ...kind.filters.map((filter) => filter.name), ...(kind.sorts.length === 0 ? [] : ["sort"])];
  const { language } = languageChoice(name, reader);
  const given = {
    ...Object.fromEntries(parameters.map((parameter) => [parameter, query.get(parameter)])),
    ...(language !== null && { language }),
  };
  const [{ items, pagination }, menus] = await Promise.all([
    client.kind(name).list({ ...given, page: Number(query.get("page") ?? 1) }, { signal }),
    menusOf(kind, reader),
  ]);
  const { totalItems } = pagination;
  const counted = Object.entries(words.counts).find(([one]) => one === name && kind.builtIn)?.[1];
  const total =
    counted === undefined ? `${number(totalItems)} ${totalItems === 1 ? kind.words.one : kind.words.many}` : count(counted, totalItems);
  const title = site.kinds.find((one) => one.name === name)?.label ?? kind.words.many;
  return {
    title,
    content: [
      h("h1", {}, title),
      h("div", { class: "filters" }, menus),
      facts(total, ...chosenOf(kind, reader)),
      items.length === 0 ? emptyNote(query, wording) : itemNodes(items, kind, reader),
      h("div", {}, pageLinks(pagination, query, wording)),
    ],
  };
}

async function menusOf(kind: Kind, reader: Reader): Promise<readonly (HTMLElement | null)[]> {
  const { client, query, signal, wording } = reader;
  const { words } = wording;
  const menu = createFilterMenus(query, wording);
  const hasAlbums = kind.filters.some(({ name }) => name === "album");
  const [tags, albums] = await Promise.all([
    kind.tags ? client.tags.list(kind.name, { signal }) : { items: [] },
    hasAlbums ? client.albums.list({ signal }) : { items: [] },
  ]);
  const choicesOf = ({ name, type, values }: Kind["filters"][number]): readonly FilterChoice[] => {
    if (name === "tag") return tags.items.map(({ slug, name: label, count }) => ({ value: slug, name: label, count }));
    if (name === "album") return albums.items.map(({ slug, title, count }) => ({ value: slug, name: title, count }));
    const all = type === "boolean" ? ["true", "false"] : (values ?? []);
    const nameOf = (value: string): string =>
      type === "boolean" ? words[value === "true" ? "yes" : "no"] : valueText(value, kind, wording);
    return all.map((value) => ({ value, name: nameOf(value) }));
  };
  const ways = kind.sorts.flatMap((key): readonly FilterChoice[] => [
    { value: key, name: `${labelOf(key, kind, wording)} ↑` },
    { value: `-${key}`, name: `${labelOf(key, kind, wording)} ↓` },
  ]);
  return [
    ...kind.filters.map((filter) =>
      filter.name === "language" && reader.facts.languages.length > 1
        ? null
        : menu(filter.name === "tag" ? words.tag : labelOf(filter.name, kind, wording), filter.name, choicesOf(filter)),
    ),
    languageMenu(kind.name, reader),
    menu(words.order, "sort", ways),
  ];
}

/** The values of filters without a menu, each a link to the list without that filter. */
function chosenOf(kind: Kind, { query, wording }: Reader): readonly HTMLElement[] {
  return kind.filters
    .filter(
      ({ name, type, values }) =>
        values === null && type !== "boolean" && name !== "tag" && name !== "album" && name !== "language" && query.has(name),
    )
    .map(({ name }) => {
      const rest = new URLSearchParams(query);
      rest.delete(name);
      rest.delete("page");
      return h("a", { href: `${currentPath()}?${rest}` }, `${labelOf(name, kind, wording)}: ${query.get(name)} ✕`);
    });
}

/** Items that are pictures make a grid, upright covers a shelf, all others cards. */
export function itemNodes(items: readonly OwnItem[], kind: Kind, reader: Reader): HTMLElement {
  const isGrid = items.every(({ image, cover }) => cover === undefined && isImage(image));
  const covers = items.flatMap(({ cover }) => cover ?? []);
  const upright = covers.filter(({ width, height }) => (height ?? 0) > (width ?? 0));
  const [name, show] = isGrid
    ? (["photos", pictureOf] as const)
    : upright.length * 2 > covers.length
      ? (["shelf", jacketOf] as const)
      : (["cards", cardOf] as const);
  return h(
    "ol",
    { class: name },
    items.map((item, index) => h("li", {}, show(item, kind, { ...reader, first: index < SEEN_AT_ONCE }))),
  );
}

interface CardOptions extends Reader {
  readonly first: boolean;
}
type Attributes = Parameters<typeof h>[1];

/** Without a page of its own, a document is shown under its name in the API. */
function linkTo({ url, slug }: OwnItem, { name }: Kind, attributes: Attributes, ...children: (Node | string)[]): HTMLElement {
  const href = url === null ? `/${name}/${slug}` : pathOf(url);
  return h("a", { href, "data-place": `${name} ${slug}`, ...attributes }, children);
}

function pictureOf(item: OwnItem, kind: Kind, { first }: CardOptions): HTMLElement | null {
  const { image, title } = item;
  if (!isImage(image)) return null;
  const shown = { ...image, alt: image.alt || plainTitle(title) };
  return linkTo(item, kind, {}, pictureFrame(shown, { sizes: "(min-width: 56rem) 17rem, 50vw", first, thumbnail: true }));
}

function jacketOf(item: OwnItem, kind: Kind, options: CardOptions): HTMLElement {
  const { cover, title } = item;
  const picture =
    cover === null
      ? h("span", { class: "spine", "aria-hidden": "true" }, titleNodes(title))
      : pictureFrame({ ...cover, alt: "" }, { sizes: "9rem", first: options.first, thumbnail: true });
  const [brief] = factsOf(item, kind, options);
  return h("div", {}, linkTo(item, kind, { class: "jacketed" }, picture, h("b", {}, titleNodes(title))), brief);
}

function cardOf(item: OwnItem, kind: Kind, options: CardOptions): HTMLElement {
  const { cover, title } = item;
  const about = leadOf(item);
  const [brief, further] = factsOf(item, kind, options);
  return h(
    "article",
    { class: cover === null ? "card" : "card pictured" },
    h(
      "div",
      {},
      h("h2", {}, linkTo(item, kind, {}, ...titleNodes(title))),
      brief,
      about === null ? null : h("p", { class: "excerpt" }, about),
      further,
    ),
    cover === null
      ? null
      : pictureFrame(cover, { sizes: "(min-width: 40rem) 12rem, 100vw", class: "crop", first: options.first, thumbnail: true }),
  );
}

/** Members that describe a document in a sentence. */
const LEADS = ["excerpt", "summary", "subtitle"];

function leadOf(item: OwnItem): string | null {
  const [lead] = LEADS.flatMap((name) => (typeof item[name] === "string" ? [item[name]] : []));
  return lead ?? null;
}

/**
 * Fields on two lines. The definitions of built-in kinds say which ones a list shows. Of the site's own kinds, the first line has the date
 * and the values that the list can be filtered by, and the second one all others that are short.
 */
function factsOf(item: OwnItem, kind: Kind, { wording, facts: site }: CardOptions): readonly (HTMLElement | null)[] {
  const inBrief = site.kinds.find(({ name }) => name === kind.name)?.inBrief ?? null;
  const first = inBrief ?? [...(kind.date === null ? [] : [kind.date]), ...kind.filters.map(({ name }) => name)];
  const others = inBrief === null ? Object.keys(item).filter((name) => !first.includes(name)) : [];
  const toLine = (names: readonly string[]): HTMLElement | null => {
    const shown = [...new Set(names)].filter(
      (name) => !isHidden(name, kind) && !LEADS.includes(name) && !isEmpty(item[name]) && item[name] !== false,
    );
    const nodes = shown.flatMap((name) => {
      const value = item[name];
      const label = labelOf(name, kind, wording);
      const node = fieldNode(value, schemaOf(kind, name), { name, kind, wording, ...(value === true && { yes: label }) });
      if (node === null || (typeof value !== "boolean" && textOf(node).length > FACT_MAX)) return [];
      // A number or a day needs its label.
      return (kind.builtIn ? /On$/.test(name) : typeof value === "number") ? h("span", {}, `${label}: `, node) : node;
    });
    return nodes.length === 0 ? null : facts(...nodes);
  };
  return [toLine(first), toLine(others)];
}

function textOf(node: Node | string): string {
  return typeof node === "string" ? node : (node.textContent ?? "");
}
