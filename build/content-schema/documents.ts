import { z } from "zod";
import { isMapping } from "../data-node.ts";
import { boolean, leaf, list, mapping, optional, readText, text, withDefault } from "./leaf.ts";
import {
  canonicalLanguage,
  color,
  createPublicityFields,
  href,
  instant,
  language,
  links,
  picture,
  siteLinks,
  timeZone,
  url,
} from "./values.ts";
import { describe } from "./wording.ts";

/** The single documents: site.yaml, about.md, services-page.yaml. */

const WANT_ORIGIN = "want the public origin of the site: https://ines.example";

/** An origin: no path, no query; a slash at its end is dropped. */
const origin = leaf(WANT_ORIGIN, (value, reading) => {
  const written = readText(value, reading, WANT_ORIGIN);
  const parsed = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  if (parsed === null) return reading.fail({ code: "bad-url", message: `"${written}" is not an http or https address`, hint: WANT_ORIGIN });
  if (parsed.username !== "" || parsed.password !== "")
    return reading.fail({ code: "bad-url", message: `"${written}" holds a user name`, hint: `want ${parsed.protocol}//${parsed.host}` });
  const path = parsed.pathname + parsed.search + parsed.hash;
  if (path === "/") return parsed.origin;
  const remedy = `want ${parsed.origin}; a path goes into urls of the configuration: urls: { posts: "${parsed.pathname.replace(/\/$/, "")}/posts/{slug}" }`;
  return reading.fail({ code: "bad-url", message: `"${written}" has a path`, hint: remedy });
});

const email = leaf("want an e-mail address", (value, reading) => {
  const written = readText(value, reading, "want an e-mail address");
  if (/^[^\s@]+@[^\s@]+$/.test(written)) return written;
  return reading.fail({ code: "bad-value", message: `"${written}" is not an e-mail address`, hint: "want an e-mail address" });
});

const WANT_AUTHOR = "want a name or { name, url, email }";
const author = z
  .unknown()
  .transform((value) => (typeof value === "string" ? { name: value } : value))
  .pipe(mapping({ name: text("want a name"), url: optional(url), email: optional(email) }, WANT_AUTHOR));

export function createSiteSchema(zone: string) {
  return mapping(
    {
      name: text("want the name of the site: name: Ines Aas"),
      url: origin,
      tagline: optional(text()),
      description: optional(text()),
      logo: optional(picture),
      favicon: optional(picture),
      accentColor: optional(color),
      language: withDefault(language, "en"),
      locales: list(language, "want a list of language tags"),
      timeZone: withDefault(timeZone, "UTC"),
      author: optional(author),
      footerLinks: siteLinks,
      social: siteLinks,
      commentsEnabled: withDefault(boolean, true),
      updatedAt: optional(instant(zone)),
    },
    "want keys and values",
  );
}

/** A mapping from language tags; the keys become canonical. */
function byLanguage<T>(part: z.ZodType<T>): z.ZodType<Record<string, T>> {
  const want = "want a mapping from language tags: de: { … }";
  const check = z.unknown().transform((value, ctx) => {
    if (isMapping(value)) return value;
    ctx.issues.push({
      code: "custom",
      input: value,
      message: `${describe(value)} is not a mapping`,
      params: { code: "wrong-type", hint: want },
    });
    return z.NEVER;
  });
  const members = check.pipe(z.record(z.string(), part)).transform((value, ctx) => {
    const result: Record<string, T> = {};
    for (const [key, member] of Object.entries(value)) {
      const tag = canonicalLanguage(key);
      if (tag !== null) result[tag] = member;
      else
        ctx.issues.push({
          code: "custom",
          input: key,
          message: `"${key}" is not a language tag`,
          path: [key],
          params: { code: "bad-language", hint: want },
        });
    }
    return result;
  });
  return withDefault(members, {});
}

export function createAboutSchema(zone: string) {
  return mapping(
    {
      ...createPublicityFields(zone),
      headline: optional(text()),
      portrait: optional(picture),
      links,
      location: optional(text()),
      updatedAt: optional(instant(zone)),
      translations: byLanguage(mapping({ headline: optional(text()), bio: optional(text()) }, "want { headline, bio }")),
    },
    "want front matter",
  );
}

const action = mapping({ label: text("want a label"), href }, "want { label, href }");
const step = mapping({ title: text("want a title"), description: optional(text()) }, "want { title, description }");
const parts = {
  hero: optional(
    mapping(
      { title: text("want a title"), subtitle: optional(text()), image: optional(picture), cta: optional(action) },
      "want { title, subtitle, image, cta }",
    ),
  ),
  process: optional(
    mapping({ title: optional(text()), steps: list(step, "want a list of { title, description }") }, "want { title, steps }"),
  ),
  cta: optional(
    mapping(
      { title: text("want a title"), text: optional(text()), label: text("want a label"), href },
      "want { title, text, label, href }",
    ),
  ),
};

export function createServicesPageSchema(zone: string) {
  return mapping(
    {
      locale: optional(language),
      ...parts,
      translations: byLanguage(mapping(parts, "want { hero, process, cta }")),
      updatedAt: optional(instant(zone)),
    },
    "want keys and values",
  );
}
