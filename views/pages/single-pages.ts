import type { About, OwnDocument, ServiceOffering, ServicesPage } from "../../packages/octavo-client/client.ts";
import { renderBody, renderTitle } from "../document-text.ts";
import { renderDocumentText } from "../documents/kind-page.ts";
import { renderLinks } from "../documents/shared-parts.ts";
import { renderWorkerScript } from "../frame/site-shell.ts";
import { attributes, type Html, html } from "../html.ts";
import type { Page } from "../page.ts";
import { priceText } from "../price.ts";
import { renderCover, renderPicture } from "../render-picture.ts";
import type { SiteView } from "../site-view.ts";

/** The pages about the owner, services, search and missing addresses. */

export function toAboutPage(about: About, site: SiteView): Page {
  const title = about.headline ?? site.words.about;
  return {
    path: site.listHref("about"),
    title,
    image: about.portrait,
    ...describePerson(about, site),
    main: html`<article>
<header class="page-header with-side"><div>
<h1>${title}</h1>
${about.location !== null && html`<p class="meta"><span>${about.location}</span></p>`}
</div>${about.portrait !== null && renderPicture(about.portrait, site, { sizes: "10rem", className: "portrait", isEager: true })}</header>
<div class="prose">${renderBody(about.bioHtml, site)}</div>
${renderLinks(about.links, site)}
</article>`,
  };
}

/**
 * Describes the owner in schema.org terms. For a site without an author, there is nothing to
 * describe.
 */
function describePerson({ portrait, links }: About, { settings }: SiteView): Pick<Page, "structuredData"> {
  if (settings.author === null) return {};
  const { name, url } = settings.author;
  const elsewhere = [...new Set([...links, ...settings.social].map((link) => link.url).filter((address) => /^https?:/.test(address)))];
  return {
    structuredData: {
      "@type": "Person",
      name,
      url,
      image: portrait?.url,
      sameAs: elsewhere.length === 0 ? null : elsewhere,
    },
  };
}

export function toServiceListPage(services: readonly ServiceOffering[], texts: ServicesPage, path: string, site: SiteView): Page {
  const { words } = site;
  const { hero, process } = texts;
  const title = hero?.title ?? words.services;
  const items = services.map(
    (service) => html`
<li id="${service.slug}"><h2>${service.path === path ? renderTitle(service.title) : html`<a href="${service.path}">${renderTitle(service.title)}</a>`}</h2>
${service.summary !== null && html`<p>${service.summary}</p>`}${serviceFacts(service, site)}</li>`,
  );
  const steps = (process?.steps ?? []).map(({ title: step, description }) => html`<li><strong>${step}</strong> ${description}</li>`);
  return {
    path,
    title,
    description: hero?.subtitle ?? null,
    image: hero?.image ?? null,
    main: html`<header class="page-header">
<h1>${title}</h1>
${hero?.subtitle && html`<p class="lead">${hero.subtitle}</p>`}
</header>
${renderCover(hero?.image ?? null, site)}
<ul class="services">${items}</ul>
${steps.length > 0 && html`<section class="prose">${process?.title && html`<h2>${process.title}</h2>`}<ol>${steps}</ol></section>`}
${inquiry(null, site)}`,
  };
}

export function toServicePage(service: ServiceOffering, site: SiteView): Page {
  const { words } = site;
  const index = { label: words.services, path: site.listHref("services") };
  const list = (label: string, items: readonly string[]): Html | false =>
    items.length > 0 && html`<h2>${label}</h2><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  return {
    path: service.path,
    title: service.title,
    description: service.summary,
    above: [index],
    main: html`<article>
<header class="page-header">
<p class="kicker"><a href="${index.path}">${index.label}</a></p>
<h1>${renderTitle(service.title)}</h1>
${service.summary !== null && html`<p class="lead">${service.summary}</p>`}${serviceFacts(service, site)}
</header>
<div class="prose">${renderBody(service.descriptionHtml, site)}${list(words.features, service.features)}${list(words.deliverables, service.deliverables)}</div>
</article>
${service.availability !== "closed" && inquiry(service.id, site)}`,
  };
}

function serviceFacts(service: ServiceOffering, site: SiteView): Html {
  const price = priceText(service.pricing, site.words);
  return html`<p class="meta">${price !== "" && html`<span>${price}</span>`}${service.timeline?.display && html`<span>${service.timeline.display}</span>`}<span>${
    site.words.availability[service.availability]
  }</span></p>`;
}

function inquiry(serviceId: string | null, { hasWriteServer, hasFormPages, words, href }: SiteView): Html | null {
  if (!hasWriteServer) return null;
  const page = hasFormPages && html`<p><a href="${href("/inquiry")}" rel="nofollow">${words.ask}</a></p>`;
  return html`<section class="inquiry"><h2>${words.ask}</h2>
<octavo-inquiry${attributes({ "service-id": serviceId })}>${page}</octavo-inquiry></section>`;
}

export function toSearchPage(site: SiteView): Page {
  const { words } = site;
  return {
    path: site.listHref("search"),
    title: words.search,
    isHidden: true,
    main: html`<header class="page-header">
<h1>${words.search}</h1>
</header>
${site.workerPages === "search" && renderWorkerScript(site)}<octavo-search sync><p class="quiet">${words.needsScript} <a href="${site.listHref("archive")}">${words.archive}</a></p></octavo-search>`,
  };
}

/**
 * The page that is shown for addresses without a page.
 * @param own the owner's 404.md; null if there is none
 */
export function toMissingPage(own: OwnDocument | null, site: SiteView): Page {
  const { words } = site;
  const title = own?.title ?? words.notFound;
  return {
    path: null,
    title,
    isHidden: true,
    main: html`<header class="page-header">
<h1>${title}</h1>
${own === null && html`<p class="lead">${words.notFoundHint}</p>`}
</header>
${own !== null && renderDocumentText("pages", own, site)}
<p class="more"><a href="${site.href("/")}">${words.home}</a></p>${site.hasSearch && html`\n<octavo-search></octavo-search>`}`,
  };
}
