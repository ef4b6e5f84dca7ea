import { z } from "zod";
import { AbsoluteUrl, Image, Instant, LabelledLink, LanguageTag, Person, SiteLink } from "./values.ts";

export const SiteSettings = z
  .strictObject({
    name: z.string(),
    tagline: z.string().nullable(),
    description: z.string().nullable(),
    url: AbsoluteUrl,
    logo: Image.nullable(),
    favicon: Image.nullable(),
    accentColor: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .nullable(),
    language: LanguageTag,
    locales: z.array(LanguageTag),
    timeZone: z.string().meta({ description: "IANA", example: "Europe/Oslo" }),
    author: Person.nullable(),
    footerLinks: z.array(SiteLink),
    social: z.array(SiteLink),
    feeds: z
      .strictObject({ rss: AbsoluteUrl.nullable(), json: AbsoluteUrl.nullable() })
      .meta({ description: "null: the site has none of this kind" }),
    commentsEnabled: z.boolean(),
    replyNotices: z.boolean().meta({ description: "whether `notifyReplies` of a comment has an effect" }),
    updatedAt: Instant.nullable(),
  })
  .meta({ id: "SiteSettings" });

export const About = z
  .strictObject({
    headline: z.string().nullable(),
    bioHtml: z.string().nullable(),
    bioText: z.string().nullable(),
    portrait: Image.nullable(),
    links: z.array(LabelledLink),
    location: z.string().nullable(),
    translations: z.record(z.string(), z.strictObject({ headline: z.string().nullable(), bioHtml: z.string().nullable() })),
    updatedAt: Instant.nullable(),
  })
  .meta({ id: "About" });
export type SiteSettings = z.infer<typeof SiteSettings>;
export type About = z.infer<typeof About>;
