import { z } from "zod";
import { toTagSlug } from "../../shared/slugs.ts";
import { Numeral } from "../../sources/data-values.ts";
import { describe } from "../../sources/wording.ts";
import { wordSlug } from "../fields/field-values.ts";
import { alsoReads, mapping } from "../fields/leaf.ts";
import { title } from "./kind.ts";

const WANT_ALBUM = "want a title or { slug, title }";

/** An album, written as a title, or as a title and a slug. */
export const album = alsoReads(
  z.preprocess(
    (value, ctx) => {
      if (typeof value !== "string" && !(value instanceof Numeral)) return value;
      const written = title.parse(value);
      const made = toTagSlug(written);
      if (made !== "") return { slug: made, title: value };
      const params = { code: "bad-slug", hint: `name the album in words, or write { slug: …, title: ${written} }` };
      ctx.issues.push({ code: "custom", input: value, message: `${describe(written)} has neither letters nor numbers`, params });
      return z.NEVER;
    },
    mapping({ slug: wordSlug, title }, WANT_ALBUM),
  ),
  { type: ["string", "number"] },
);

/** The album of a photo. */
export function albumOf({ fields }: { readonly fields: Readonly<Record<string, unknown>> }): { slug: string; title: string } | null {
  return (fields.album ?? null) as { slug: string; title: string } | null;
}
