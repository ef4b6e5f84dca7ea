import type { Pricing, ServiceOffering } from "../../packages/octavo-client/client.ts";
import { h, prose } from "../element.ts";
import { pictureFrame } from "../picture.ts";
import { SECTIONS } from "../reader-facts.ts";
import { facts, outward } from "../texts.ts";
import type { Reader, View } from "../view.ts";
import { postCards } from "./posts-view.ts";

const AVAILABILITY = { open: "Open", waitlist: "Waiting list", closed: "Not at present" } as const;

/** The newest of everything. */
export async function showHome({ client, facts: site, signal }: Reader): Promise<View> {
  const [posts, photos] = await Promise.all([
    client.posts.list({ pageSize: 8 }, { signal }),
    site.sections.includes("photos") ? client.photos.list({ pageSize: 4 }, { signal }) : null,
  ]);
  return {
    title: site.name,
    content: [
      h("div", { class: "intro" }, h("h1", {}, site.name), site.tagline === null ? null : h("p", { class: "tagline" }, site.tagline)),
      posts.items.length === 0
        ? h(
            "p",
            { class: "note" },
            "Nothing is published yet. A post is one Markdown file: ",
            h("code", {}, 'octavo new post "My first post"'),
            " makes it.",
          )
        : h("section", {}, h("h2", { class: "kicker" }, "Latest posts"), postCards(posts.items)),
      posts.pagination.hasNextPage
        ? h("p", {}, h("a", { href: "/posts" }, `All ${posts.pagination.totalItems.toLocaleString("en")} posts`))
        : h("span"),
      ...(photos === null || photos.items.length === 0
        ? []
        : [
            h(
              "section",
              {},
              h("h2", { class: "kicker" }, "Latest photos"),
              h(
                "ol",
                { class: "photos" },
                photos.items.map(({ slug, title, url, image }) =>
                  h(
                    "li",
                    {},
                    h(
                      "a",
                      { href: new URL(url).pathname, "data-place": `photos ${slug}` },
                      pictureFrame({ ...image, alt: image.alt || title }, { sizes: "(min-width: 56rem) 17rem, 50vw", thumbnail: true }),
                    ),
                  ),
                ),
              ),
            ),
          ]),
    ],
  };
}

export async function showAbout({ client, signal }: Reader): Promise<View> {
  const about = await client.site.about({ signal });
  return {
    title: SECTIONS.about,
    content: [
      h(
        "article",
        { class: "post" },
        h("header", {}, h("h1", {}, about.headline ?? SECTIONS.about), about.location === null ? null : facts(about.location)),
        about.portrait === null ? null : h("figure", { class: "jacket" }, pictureFrame(about.portrait, { sizes: "14rem", first: true })),
        about.bioHtml === null
          ? h("p", { class: "note" }, "Nothing is written here yet: content/about.md is the place.")
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

export async function showServices({ client, signal }: Reader): Promise<View> {
  const [{ items }, page] = await Promise.all([client.services.list({ signal }), client.services.page({ signal })]);
  return {
    title: SECTIONS.services,
    content: [
      h(
        "header",
        { class: "intro" },
        h("h1", {}, page.hero?.title ?? SECTIONS.services),
        page.hero?.subtitle ? h("p", { class: "tagline" }, page.hero.subtitle) : null,
      ),
      items.length === 0 ? h("p", { class: "note" }, "No service is offered yet.") : h("ul", { class: "offers" }, items.map(offer)),
      page.process === null
        ? h("span")
        : h(
            "section",
            {},
            h("h2", {}, page.process.title ?? "How it goes"),
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
        h("h2", {}, page.cta?.title ?? "Ask"),
        page.cta?.text ? h("p", {}, page.cta.text) : null,
        h("octavo-inquiry", {}),
      ),
    ],
  };
}

const UNITS: Readonly<Partial<Record<Pricing["model"], string>>> = { hourly: "hour", daily: "day", monthly: "month" };

/** As the owner words it, else made of the numbers. */
function price({ display, model, amountMinor, maxAmountMinor, currency, unit }: Pricing): string | null {
  if (display !== null || amountMinor === null || currency === null) return display;
  const format = new Intl.NumberFormat("en", { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" });
  const toText = (minor: number): string => format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  const amount = maxAmountMinor === null ? toText(amountMinor) : `${toText(amountMinor)} to ${toText(maxAmountMinor)}`;
  const per = unit ?? UNITS[model];
  return `${model === "from" ? "from " : ""}${amount}${per === undefined ? "" : ` per ${per}`}`;
}

function offer(service: ServiceOffering): HTMLElement {
  return h(
    "li",
    { id: service.slug },
    h(
      "article",
      { class: "offer" },
      h("h2", {}, service.title),
      facts(price(service.pricing), service.timeline?.display ?? null, AVAILABILITY[service.availability]),
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

export async function showSearch({ query }: Reader): Promise<View> {
  return {
    title: "Search",
    content: [h("h1", {}, "Search"), h("octavo-search", query.get("q") === null ? {} : { q: query.get("q") })],
  };
}
