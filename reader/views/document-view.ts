import type { Image, Kind, OwnDocument } from "../../packages/octavo-client/client.ts";
import { trackPage } from "../../packages/octavo-client/engagement/track-page.ts";
import { h, prose } from "../element.ts";
import { pictureFrame } from "../picture.ts";
import { apiAddress } from "../reader-facts.ts";
import { facts, plainTitle, tagLinks, titleNodes } from "../texts.ts";
import type { Reader, View } from "../view.ts";
import { contentsBox, languageLinks } from "./document-parts.ts";
import { fieldNode, isEmpty, isHidden, isImage, labelOf, readKind, schemaOf } from "./field-nodes.ts";

/** A document of any kind except posts, made only from `/kinds` and the document. */

/** Fields with places of their own. */
const PLACED = ["summary", "subtitle", "parent", "ancestors"];

export async function showKindDocument(reader: Reader, name: string, slug: string): Promise<View> {
  const { client, facts: site, onLeave, signal, wording } = reader;
  const [kind, document] = await Promise.all([readKind(reader, name), client.kind(name).get(slug, { signal })]);
  const { title, language, bodyHtml } = document;
  // Documents of other built-in kinds are counted by the site's own pages, as clicks and views of their kind.
  if (site.counted && (!kind.builtIn || name === "pages")) onLeave(trackPage({ baseUrl: apiAddress(), kind: name, slug }));
  // Without a filter for it, `language` is not the language of the text.
  const isWritten = kind.filters.some((filter) => filter.name === "language");
  const named = Object.entries(document).filter(([member, value]) => !isHidden(member, kind) && !isEmpty(value));
  const texts = named.flatMap(([member, value]) => (isHtml(member, value) ? [[member, value] as const] : []));
  const [picture, ...pictures] = picturesOf(document, named);
  const lead = document.summary ?? document.subtitle ?? (typeof bodyHtml === "string" ? null : document.excerpt);
  const heading = h("h1", { dir: "auto", lang: language }, titleNodes(title));
  return {
    title: plainTitle(title),
    ...(isWritten && { language }),
    content: [
      h(
        "article",
        { class: "post", lang: isWritten && language },
        picture === undefined || document.cover !== undefined ? null : figure(picture, title),
        h(
          "header",
          {},
          wayTo(document, kind, reader),
          heading,
          typeof lead === "string" ? h("p", { class: "subtitle", dir: "auto" }, lead) : null,
          kind.date === null && !isEmpty(document.publishedAt) ? facts(wording.day(document.publishedAt)) : null,
          languageLinks(name, document.translations),
          tagLinks(document.tags, name, wording),
        ),
        isImage(document.cover) && picture !== undefined ? figure(picture) : null,
        fieldsOf(named, kind, reader),
        contentsBox(document.toc ?? [], wording),
        typeof bodyHtml === "string" && bodyHtml !== "" ? prose(withoutTitle(bodyHtml, title), { dir: "auto" }) : null,
        texts.flatMap(([member, text]) => [
          kind.builtIn ? null : h("h2", {}, labelOf(member.replace(/Html$/, ""), kind, wording)),
          prose(text, { dir: "auto" }),
        ]),
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

type Named = readonly (readonly [member: string, value: unknown])[];

function isHtml(member: string, value: unknown): value is string {
  return member.endsWith("Html") && typeof value === "string";
}

/** All pictures: the cover first, or the picture that the document is. */
function picturesOf({ cover }: OwnDocument, named: Named): readonly Image[] {
  return [cover, ...named.flatMap(([, value]) => value)].filter(isImage);
}

/** An upright picture beside the text, a wide one above it. */
function figure(image: Image, title: string | null = null): HTMLElement {
  const isUpright = title === null && (image.height ?? 0) > (image.width ?? 0);
  const shown = title === null ? image : { ...image, alt: image.alt || plainTitle(title) };
  const sizes = isUpright ? "14rem" : "(min-width: 56rem) 52rem, 100vw";
  return h("figure", { class: isUpright ? "jacket" : "wide" }, pictureFrame(shown, { sizes, first: true }));
}

/** The pages above, else the list. */
function wayTo({ ancestors }: OwnDocument, kind: Kind, { facts: site, wording }: Reader): HTMLElement | null {
  if (Array.isArray(ancestors)) return facts(...ancestors.map((page) => fieldNode(page, {}, { name: "ancestors", kind, wording })));
  const label = site.kinds.find(({ name }) => name === kind.name)?.label ?? kind.words.many;
  return h("p", { class: "facts" }, h("a", { href: `/${kind.name}` }, label));
}

function fieldsOf(named: Named, kind: Kind, { wording }: Reader): HTMLElement | null {
  const rows = named.flatMap(([member, value]) => {
    if (PLACED.includes(member) || isHtml(member, value)) return [];
    const schema = schemaOf(kind, member);
    const node = fieldNode(value, schema, { name: member, kind, wording });
    const label = labelOf(member, kind, wording);
    return node === null ? [] : [h("div", {}, h("dt", { title: schema.description ?? null }, label), h("dd", {}, node))];
  });
  return rows.length === 0 ? null : h("dl", { class: "fields" }, rows);
}

/** A title that is the first heading of the text is shown once. */
function withoutTitle(html: string, title: string): string {
  const [heading = "", text = ""] = /^\s*<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const node = h("div", {});
  node.innerHTML = text;
  return node.textContent === plainTitle(title) ? html.slice(heading.length) : html;
}
