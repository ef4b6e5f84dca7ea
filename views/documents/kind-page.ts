import type { OwnDocument } from "../../packages/octavo-client/client.ts";
import { languageAttributes, renderBody, renderTitle } from "../document-text.ts";
import { attributes, type Html, html } from "../html.ts";
import { renderTagList } from "../lists/other-lists.ts";
import type { Page } from "../page.ts";
import { renderCover, renderGallery } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";
import { toLabel, withoutTitle } from "../words/title-text.ts";
import { isPicture, renderField } from "./field-value.ts";
import { sectionOf } from "./other-pages.ts";
import { renderContents, renderFacts, renderTranslations } from "./shared-parts.ts";
import { fieldsOf } from "./shown-fields.ts";

/** A page of the site, or a document of one of its own kinds, with all of its fields. */
export function toKindPage(kind: string, document: OwnDocument, site: SiteView): Page {
  const { cover: image, language, translations } = document;
  const above = kind === "pages" ? linksOf(document.ancestors) : sectionOf(kind, site);
  return {
    path: document.path,
    title: document.title,
    description: document.excerpt,
    language,
    translations,
    image,
    above,
    counted: { slug: document.slug, kind },
    main: html`<article>
<header class="page-header">${wayTo(above)}
<h1>${renderTitle(document.title)}</h1>
${renderTranslations(translations, site)}</header>
${renderCover(image, site)}${renderDocumentText(kind, document, site)}
</article>`,
  };
}

/** Everything in a document after its title. */
export function renderDocumentText(kind: string, document: OwnDocument, site: SiteView): Html {
  const fields = fieldsOf(kind, document);
  const textNames = site.kinds.find(({ name }) => name === kind)?.texts ?? [];
  const isText = (name: string): boolean => textNames.includes(name);
  const isPictures = (value: unknown): boolean => [value].flat().every(isPicture);
  const pictures = fields.filter(([, value]) => isPictures(value)).flatMap(([, value]) => [value].flat().filter(isPicture));
  const facts = fields.filter(([name, value]) => !isText(name) && !isPictures(value));
  const foreign = attributes(languageAttributes(document.language, site.settings.language));
  const body = withoutTitle(document.bodyHtml ?? "", document.title);
  const texts = fields.filter(([name]) => isText(name));
  const children = kind === "pages" ? linksOf(document.children) : [];
  return html`${renderFacts(facts.map(([name, value]) => [toLabel(name), renderField(value, site)]))}${renderContents(document.toc ?? [], site)}
<div class="prose"${foreign}>${renderBody(body, site)}</div>
${texts.map(
  ([name, text]) =>
    html`<section><h2 class="section">${toLabel(name.replace(/Html$/, ""))}</h2><div class="prose"${foreign}>${renderBody(String(text), site)}</div></section>`,
)}${renderGallery(pictures, site)}${
  children.length > 0 && html`<ul class="links">${children.map(({ label, path }) => html`<li><a href="${path}">${label}</a></li>`)}</ul>`
}${renderTagList(document.tags ?? [], site)}`;
}

function wayTo(above: readonly { readonly label: string; readonly path: string }[]): Html | null {
  if (above.length === 0) return null;
  return html`<p class="kicker">${above.map(({ label, path }, at) => [at > 0 && " / ", html`<a href="${path}">${label}</a>`])}</p>`;
}

/**
 * Links to the pages above or below a page. The value may be missing, because the owner's 404.md
 * has no such links.
 */
function linksOf(value: unknown): readonly { readonly label: string; readonly path: string }[] {
  const links = (value ?? []) as readonly { readonly title: string; readonly path: string | null }[];
  return links.flatMap(({ title, path }) => (path === null ? [] : [{ label: title, path }]));
}
