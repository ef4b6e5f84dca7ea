import { z } from "zod";
import { byKey } from "../../../contract/by-key.ts";
import { PAGE_GROUPS } from "../../../contract/config/config-names.ts";
import { LIST_KINDS } from "../../../kinds/list-kinds.ts";
import { problemOfTree, TRANSLATION_LAYOUTS } from "../../kinds/addresses/file-language.ts";
import {
  problemOfGroupPattern,
  problemOfPattern,
  problemOfServicesPattern,
  problemOfSlugPattern,
} from "../../kinds/addresses/page-pattern.ts";
import { byValue, leaf, list, mapping, oneOf, optional, toList } from "../../kinds/fields/leaf.ts";
import { isMapping } from "../../sources/data-values.ts";
import { describe } from "../../sources/wording.ts";
import { textWhere } from "./config-readers.ts";

const WANT_PATTERN = 'want a path such as "/blog/{slug}" or "/{year}/{month}/{name}/"';
const urlPattern = () => textWhere(WANT_PATTERN, problemOfPattern);
const WANT_GROUP = 'want a path with {slug}, such as "/tags/{slug}/"';
const groupPattern = () => textWhere(WANT_GROUP, problemOfGroupPattern);
const servicesPattern = () => textWhere('want a path such as "/services" or "/services/{slug}"', problemOfServicesPattern);
export const urlsSchema = () =>
  mapping(
    {
      ...byKey(LIST_KINDS, () => optional(urlPattern())),
      ...byKey(PAGE_GROUPS, () => optional(groupPattern())),
      services: optional(servicesPattern()),
    },
    'want { posts: "/blog/{slug}" }',
  );
export const formerUrlsSchema = () => z.preprocess(toList, list(urlPattern(), WANT_PATTERN));

export const WANT_SLUGS = 'want { posts: "{year}-{month}-{day}-{name}" } or a function';
export const slugPatternSchema = () =>
  textWhere('want a pattern such as "{year}-{month}-{day}-{name}", or a function', problemOfSlugPattern);

export const repeatedSlugsSchema = () =>
  mapping(
    { pattern: optional(slugPatternSchema()), repeat: optional(oneOf(["error", "dated"])) },
    'want { pattern: "{path}", repeat: "dated" }',
  );

/** Accepts an object, or a pattern as its short form. */
export function orPattern<T>(schema: z.ZodType<T>): z.ZodType<T | string> {
  return byValue<T | string>((value) => (isMapping(value) ? schema : slugPatternSchema()));
}

const layout = () => oneOf(TRANSLATION_LAYOUTS);
const WANT_TREE = 'want "suffix", "folder", or { "i18n/{lang}/blog": "blog" }';
export const translationsSchema = () =>
  leaf(WANT_TREE, (value, fail) => {
    if (!isMapping(value)) {
      const { success, data } = layout().safeParse(value);
      return success ? data : fail("bad-value", `${describe(value)} is not one of its values`);
    }
    for (const [tree, original] of Object.entries(value)) {
      const problem = problemOfTree(tree);
      if (problem !== null) return fail("bad-value", `${describe(tree)} ${problem}`, WANT_TREE, [tree]);
      if (typeof original !== "string") return fail("wrong-type", `${describe(original)} is not a folder`, WANT_TREE, [tree]);
    }
    return value as Readonly<Record<string, string>>;
  });
