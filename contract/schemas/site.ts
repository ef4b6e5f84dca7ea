import { z } from "zod";
import { AbsoluteUrl, Image, Instant, LabelledLink, LanguageTag, Person, SiteLink } from "./values.ts";

const navigationLink = {
  label: z.string().meta({ description: "Link text" }),
  url: z.string().meta({ description: "Target: an absolute address, `mailto:` or `tel:`" }),
  path: z.string().nullable().meta({ description: "The path of that address on the site; null if it leads elsewhere" }),
  kind: z.string().nullable().meta({ description: "Kind of the document to which it leads; null if none" }),
  slug: z.string().nullable().meta({ description: "Slug of that document; null if none" }),
};
const NavigationLink = z.strictObject(navigationLink).meta({ id: "NavigationLink", description: "A link in the site's menu" });
const NavigationItem = z
  .strictObject({ ...navigationLink, children: z.array(NavigationLink).meta({ description: "Links below it" }) })
  .meta({ id: "NavigationItem", description: "An entry of the site's menu" });

export const SiteSettings = z
  .strictObject({
    name: z.string().meta({ description: "Name of the site" }),
    tagline: z.string().nullable().meta({ description: "A line below the name; null if none" }),
    description: z.string().nullable().meta({ description: "Plain text; null if none" }),
    url: AbsoluteUrl.meta({ description: "Its public address" }),
    logo: Image.nullable().meta({ description: "Logo; null if none" }),
    favicon: Image.nullable().meta({ description: "Icon of browser tabs; null if none" }),
    accentColor: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .nullable()
      .meta({ description: "`#rrggbb`; null if none" }),
    language: LanguageTag,
    locales: z.array(LanguageTag).meta({ description: "BCP 47 tags of all languages of the content" }),
    timeZone: z.string().meta({ description: "IANA name", example: "Europe/Oslo" }),
    author: Person.nullable().meta({ description: "The owner; null if not stated" }),
    footerLinks: z.array(SiteLink).meta({ description: "For the footer of each page" }),
    social: z.array(SiteLink).meta({ description: "The owner's profiles elsewhere" }),
    feeds: z
      .strictObject({
        rss: AbsoluteUrl.nullable().meta({ description: "Its address; null if none" }),
        json: AbsoluteUrl.nullable().meta({ description: "Its address; null if none" }),
      })
      .meta({ description: "The site's feeds" }),
    navigation: z
      .array(NavigationItem)
      .meta({ description: "The site's menu: the one that the owner wrote or, without one, the pages without a parent" }),
    pages: z
      .record(z.string(), z.string().nullable())
      .meta({ description: "Patterns of the paths of pages, by kind or collection; null if it has no pages" }),
    commentsEnabled: z.boolean().meta({ description: "Whether posts accept comments by default" }),
    replyNotices: z.boolean().meta({ description: "Whether `notifyReplies` of a comment has an effect" }),
    updatedAt: Instant.nullable().meta({ description: "Date of the last change; null if undated" }),
  })
  .meta({ id: "SiteSettings", description: "Settings that every page of the site needs" });

export const About = z
  .strictObject({
    headline: z.string().nullable().meta({ description: "The owner in one line of plain text; null if none" }),
    bioHtml: z.string().nullable().meta({ description: "Safe HTML; null if none" }),
    bioText: z.string().nullable().meta({ description: "The same as plain text; null if none" }),
    portrait: Image.nullable().meta({ description: "Portrait; null if none" }),
    links: z.array(LabelledLink).meta({ description: "The owner's profiles elsewhere" }),
    location: z.string().nullable().meta({ description: "Where the owner lives; null if not stated" }),
    translations: z
      .record(
        z.string(),
        z.strictObject({
          headline: z.string().nullable().meta({ description: "The owner in one line of plain text; null if none" }),
          bioHtml: z.string().nullable().meta({ description: "Safe HTML; null if none" }),
        }),
      )
      .meta({ description: "Texts in the other languages, by BCP 47 tag" }),
    updatedAt: Instant.nullable().meta({ description: "Date of the last change; null if undated" }),
  })
  .meta({ id: "About", description: "About the owner" });

export const ApiEntry = z
  .strictObject({
    name: z.string().meta({ description: "Name of the site" }),
    language: LanguageTag.meta({ description: "The site's language" }),
    buildId: z.string().meta({ description: "Changes whenever any content changes", example: "5f3c1a0b9d2e4f67" }),
    format: z.int().meta({ description: "Format of the index files; read handlers of other versions may not understand it" }),
    links: z
      .strictObject({
        site: AbsoluteUrl.meta({ description: "The site's public address" }),
        openapi: AbsoluteUrl.meta({ description: "The OpenAPI document" }),
        kinds: AbsoluteUrl.meta({ description: "The kinds of content" }),
        search: AbsoluteUrl.nullable().meta({ description: "Full-text search; null if the site was built without it" }),
        rss: AbsoluteUrl.nullable().meta({ description: "The feed; null if none" }),
        json: AbsoluteUrl.nullable().meta({ description: "The same as JSON Feed; null if none" }),
      })
      .meta({ description: "Other addresses" }),
  })
  .meta({ id: "ApiEntry", description: "The API itself, with its site and other addresses" });

export type ApiEntry = z.infer<typeof ApiEntry>;
export type SiteSettings = z.infer<typeof SiteSettings>;
export type About = z.infer<typeof About>;
