import type { Pricing, ServiceOffering } from "../../packages/octavo-client/client.ts";
import { h, prose } from "../element.ts";
import { pictureFrame } from "../picture.ts";
import { facts, outward, pathOf, plainTitle } from "../texts.ts";
import type { Reader, View } from "../view.ts";
import type { ReaderWording } from "../words/reader-wording.ts";
import { languageChoice } from "./language-choice.ts";
import { postCards } from "./posts-view.ts";

/** The newest posts and photos. */
export async function showHome(reader: Reader): Promise<View> {
  const { client, facts: site, signal, wording } = reader;
  const { words, compose, count: countOf } = wording;
  const [posts, photos] = await Promise.all([
    client.posts.list({ pageSize: 8, language: languageChoice("posts", reader).language }, { signal }),
    site.kinds.some(({ name, count }) => name === "photos" && count > 0)
      ? client.photos.list({ pageSize: 4, language: languageChoice("photos", reader).language }, { signal })
      : null,
  ]);
  return {
    title: site.name,
    content: [
      h("div", { class: "intro" }, h("h1", {}, site.name), site.tagline === null ? null : h("p", { class: "tagline" }, site.tagline)),
      posts.items.length === 0
        ? h(
            "p",
            { class: "note" },
            words.nothingYet,
            " ",
            compose(words.firstPost, { command: h("code", {}, 'octavo new post "My first post"') }),
          )
        : h("section", {}, h("h2", { class: "kicker" }, words.latestPosts), postCards(posts.items, site, wording)),
      posts.pagination.hasNextPage
        ? h("p", {}, h("a", { href: "/posts" }, countOf(words.seeAllPosts, posts.pagination.totalItems)))
        : h("span"),
      ...(photos === null || photos.items.length === 0
        ? []
        : [
            h(
              "section",
              {},
              h("h2", { class: "kicker" }, words.latestPhotos),
              h(
                "ol",
                { class: "photos" },
                photos.items.map(({ slug, title, url, image }) =>
                  h(
                    "li",
                    {},
                    h(
                      "a",
                      { href: pathOf(url), "data-place": `photos ${slug}` },
                      pictureFrame(
                        { ...image, alt: image.alt || plainTitle(title) },
                        { sizes: "(min-width: 56rem) 17rem, 50vw", thumbnail: true },
                      ),
                    ),
                  ),
                ),
              ),
            ),
          ]),
    ],
  };
}

export async function showAbout({ client, signal, wording: { words, compose } }: Reader): Promise<View> {
  const about = await client.site.about({ signal });
  return {
    title: words.sections.about,
    content: [
      h(
        "article",
        { class: "post" },
        h("header", {}, h("h1", {}, about.headline ?? words.sections.about), about.location === null ? null : facts(about.location)),
        about.portrait === null ? null : h("figure", { class: "jacket" }, pictureFrame(about.portrait, { sizes: "14rem", first: true })),
        about.bioHtml === null
          ? h("p", { class: "note" }, compose(words.emptyAbout, { file: h("code", {}, "content/about.md") }))
          : prose(about.bioHtml),
        about.links.length === 0
          ? null
          : h(
              "p",
              { class: "links" },
              about.links.map(({ label, url }) => outward(label, url)),
            ),
      ),
    ],
  };
}

export async function showServices({ client, signal, wording }: Reader): Promise<View> {
  const { words } = wording;
  const [{ items }, page] = await Promise.all([client.services.list({ signal }), client.services.page({ signal })]);
  return {
    title: words.sections.services,
    content: [
      h(
        "header",
        { class: "intro" },
        h("h1", {}, page.hero?.title ?? words.sections.services),
        page.hero?.subtitle ? h("p", { class: "tagline" }, page.hero.subtitle) : null,
      ),
      items.length === 0
        ? h("p", { class: "note" }, words.noServices)
        : h(
            "ul",
            { class: "offers" },
            items.map((service) => offer(service, wording)),
          ),
      page.process === null
        ? h("span")
        : h(
            "section",
            {},
            h("h2", {}, page.process.title ?? words.process),
            h(
              "ol",
              { class: "steps" },
              page.process.steps.map(({ title, description }) =>
                h("li", {}, h("b", {}, title), description === null ? null : h("p", {}, description)),
              ),
            ),
          ),
      h(
        "section",
        { id: "ask" },
        h("h2", {}, page.cta?.title ?? words.ask),
        page.cta?.text ? h("p", {}, page.cta.text) : null,
        h("octavo-inquiry", {}),
      ),
    ],
  };
}

/** The owner's own wording, else made from the numbers. */
function price(pricing: Pricing, { words, say, money }: ReaderWording): string | null {
  const { display, model, amountMinor, maxAmountMinor, currency } = pricing;
  if (display !== null || amountMinor === null || currency === null) return display;
  const from = money(amountMinor, currency);
  const range = maxAmountMinor === null ? from : say(words.priceRange, { from, to: money(maxAmountMinor, currency) });
  const amount = model === "from" ? say(words.priceFrom, { amount: range }) : range;
  const unit = pricing.unit ?? Object.entries(words.units).find(([name]) => name === model)?.[1];
  return unit === undefined ? amount : say(words.pricePer, { price: amount, unit });
}

function offer(service: ServiceOffering, wording: ReaderWording): HTMLElement {
  return h(
    "li",
    { id: service.slug },
    h(
      "article",
      { class: "offer" },
      h("h2", {}, service.title),
      facts(price(service.pricing, wording), service.timeline?.display ?? null, wording.words.availability[service.availability]),
      service.descriptionHtml === null ? h("p", {}, service.summary ?? "") : prose(service.descriptionHtml),
      service.features.length === 0
        ? null
        : h(
            "ul",
            { class: "points" },
            service.features.map((feature) => h("li", {}, feature)),
          ),
    ),
  );
}

export async function showSearch({ wording: { words } }: Reader): Promise<View> {
  return {
    title: words.search,
    content: [h("h1", {}, words.search), h("octavo-search", { sync: "" })],
  };
}
