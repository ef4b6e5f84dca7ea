import type { Kind, OwnItem } from "../../packages/octavo-client/client.ts";
import { currentPath } from "../base.ts";
import { h, prose } from "../element.ts";
import { createFilterMenus, emptyNote, type FilterChoice, pageLinks } from "../pages.ts";
import { pictureFrame } from "../picture.ts";
import { facts, pathOf, plainTitle, tagLinks, titleNodes } from "../texts.ts";
import type { Reader, View } from "../view.ts";
import { type FieldSchema, fieldNode, isEmpty, isImage, toLabel } from "./field-nodes.ts";

/** The views of every kind that a site defines: all they know of it is what `/kinds` says. */

/** Members of every document, which have places of their own. */
const COMMON_MEMBERS = [
  ...["slug", "url", "path", "title", "excerpt", "cover", "tags", "language", "publishedAt", "updatedAt"],
  ...["bodyHtml", "bodyText", "toc", "translations"],
];
/** Parameters of lists that have menus of their own, or none. */
const COMMON_FILTERS = ["tag", "language", "period"];

async function readKind({ client, signal }: Reader, name: string): Promise<Kind> {
  const { items } = await client.kinds.list({ signal });
  const kind = items.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return kind;
}

/** What `fieldNode` needs of a field. */
function schemaOf({ schema }: Kind, name: string): FieldSchema {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, FieldSchema>> };
  return properties[name] ?? {};
}

export async function showKind(reader: Reader, name: string): Promise<View> {
  const { client, query, signal, wording } = reader;
  const { number } = wording;
  const kind = await readKind(reader, name);
  const parameters = [...kind.filters.map((filter) => filter.name), ...(kind.sorts.length === 0 ? [] : ["sort"])];
  const given = Object.fromEntries(parameters.map((parameter) => [parameter, query.get(parameter)]));
  const [{ items, pagination }, tags] = await Promise.all([
    client.kind(name).list({ ...given, page: Number(query.get("page") ?? 1) }, { signal }),
    kind.tags ? client.tags.list(name, { signal }) : { items: [] },
  ]);
  const { totalItems } = pagination;
  return {
    title: kind.words.many,
    content: [
      h("h1", {}, kind.words.many),
      h("div", { class: "filters" }, menusOf(kind, tags.items, reader)),
      facts(`${number(totalItems)} ${totalItems === 1 ? kind.words.one : kind.words.many}`, ...chosenOf(kind, query)),
      items.length === 0
        ? emptyNote(query, wording)
        : h(
            "ol",
            { class: "cards" },
            items.map((item, index) => cardOf(item, kind, index < 2, reader)),
          ),
      h("div", {}, pageLinks(pagination, query, wording)),
    ],
  };
}

function menusOf(
  { filters, sorts }: Kind,
  tags: readonly { slug: string; name: string; count: number }[],
  { query, wording }: Reader,
): readonly (HTMLElement | null)[] {
  const { words } = wording;
  const menu = createFilterMenus(query, wording);
  const yesOrNo = [
    { value: "true", name: words.yes },
    { value: "false", name: words.no },
  ];
  const labelOf = (key: string): string => Object.entries(words.keys).find(([name]) => name === key)?.[1] ?? toLabel(key);
  const ways = sorts.flatMap((key): readonly FilterChoice[] => [
    { value: key, name: `${labelOf(key)} ↑` },
    { value: `-${key}`, name: `${labelOf(key)} ↓` },
  ]);
  return [
    menu(
      words.tag,
      "tag",
      tags.map(({ slug, name, count }) => ({ value: slug, name, count })),
    ),
    ...filters.map(({ name, type, values }) =>
      menu(toLabel(name), name, type === "boolean" ? yesOrNo : (values ?? []).map((value) => ({ value, name: value }))),
    ),
    menu(words.order, "sort", ways),
  ];
}

/** The values of filters without a menu: a link to the list without them follows. */
function chosenOf({ filters }: Kind, query: URLSearchParams): readonly HTMLElement[] {
  return filters
    .filter(({ name, type, values }) => values === null && type !== "boolean" && name !== "tag" && query.has(name))
    .map(({ name }) => {
      const rest = new URLSearchParams(query);
      rest.delete(name);
      rest.delete("page");
      return h("a", { href: `${currentPath()}?${rest}` }, `${toLabel(name)}: ${query.get(name)} ✕`);
    });
}

function cardOf(item: OwnItem, kind: Kind, first: boolean, reader: Reader): HTMLElement {
  const { cover } = item;
  return h(
    "li",
    {},
    h(
      "article",
      { class: cover === null ? "card" : "card pictured" },
      h(
        "div",
        {},
        h("h2", {}, h("a", { href: addressOf(item, kind), "data-place": `${kind.name} ${item.slug}` }, titleNodes(item.title))),
        facts(...shortFacts(item, kind, reader)),
        item.excerpt === null ? null : h("p", { class: "excerpt" }, item.excerpt),
      ),
      cover === null ? null : pictureFrame(cover, { sizes: "(min-width: 40rem) 12rem, 100vw", class: "crop", first, thumbnail: true }),
    ),
  );
}

/** Without a page of its own, a document is shown under its name in the API. */
function addressOf({ url, slug }: OwnItem, { name }: Kind): string {
  return url === null ? `/${name}/${slug}` : pathOf(url);
}

/** The date of a document, and the values that its list can be filtered by. */
function shortFacts(item: OwnItem, kind: Kind, { wording }: Reader): readonly (Node | string)[] {
  const names = [...(kind.date === null ? [] : [kind.date]), ...kind.filters.map(({ name }) => name)];
  return [...new Set(names)]
    .filter((name) => !COMMON_FILTERS.includes(name) && !isEmpty(item[name]) && item[name] !== false)
    .flatMap((name) => {
      const value = item[name];
      const node = fieldNode(value, schemaOf(kind, name), { name, kind, wording, ...(value === true && { yes: toLabel(name) }) });
      if (node === null) return [];
      // A number alone says nothing.
      return typeof value === "number" ? h("span", {}, `${toLabel(name)}: `, node) : node;
    });
}

export async function showKindDocument(reader: Reader, name: string, slug: string): Promise<View> {
  const { client, signal, wording } = reader;
  const [kind, document] = await Promise.all([readKind(reader, name), client.kind(name).get(slug, { signal })]);
  const { title, cover, bodyHtml, language } = document;
  const named = Object.entries(document).filter(([member, value]) => !COMMON_MEMBERS.includes(member) && !isEmpty(value));
  const texts = named.flatMap(([member, value]) =>
    member.endsWith("Html") && typeof value === "string" ? [[member, value] as const] : [],
  );
  const pictures = named.flatMap(([, value]) => (Array.isArray(value) ? value : [value]).filter(isImage));
  const fields = named.flatMap(([member, value]) => {
    const node = member.endsWith("Html") ? null : fieldNode(value, schemaOf(kind, member), { name: member, kind, wording });
    const { description } = schemaOf(kind, member);
    return node === null ? [] : [h("div", {}, h("dt", { title: description ?? null }, toLabel(member)), h("dd", {}, node))];
  });
  return {
    title: plainTitle(title),
    language,
    content: [
      h(
        "article",
        { class: "post", lang: language },
        h(
          "header",
          {},
          h("p", { class: "facts" }, h("a", { href: `/${name}` }, kind.words.many)),
          h("h1", { dir: "auto" }, titleNodes(title)),
          kind.date === null && document.publishedAt !== null ? facts(wording.day(document.publishedAt)) : null,
          tagLinks(document.tags, name, wording),
        ),
        cover === null
          ? null
          : h("figure", { class: "wide" }, pictureFrame(cover, { sizes: "(min-width: 56rem) 52rem, 100vw", first: true })),
        fields.length === 0 ? null : h("dl", { class: "fields" }, fields),
        typeof bodyHtml === "string" && bodyHtml !== "" ? prose(withoutTitle(bodyHtml, title), { dir: "auto" }) : null,
        texts.flatMap(([member, text]) => [h("h2", {}, toLabel(member.replace(/Html$/, ""))), prose(text, { dir: "auto" })]),
        pictures.length === 0
          ? null
          : h(
              "div",
              { class: "gallery" },
              pictures.map((image) => pictureFrame(image, { sizes: "(min-width: 56rem) 26rem, 100vw" })),
            ),
      ),
    ],
  };
}

/** A title that is the first heading of the text is shown once. */
function withoutTitle(html: string, title: string): string {
  const [heading = "", text = ""] = /^\s*<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const node = h("div", {});
  node.innerHTML = text;
  return node.textContent === plainTitle(title) ? html.slice(heading.length) : html;
}
