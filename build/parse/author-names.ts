import type { Person } from "../../contract/schemas/values.ts";
import type { DocumentContext } from "../kinds/about-kind.ts";
import { CheckedDocument } from "../kinds/document/checked-document.ts";
import type { AuthorsDocument, ListedAuthor } from "../kinds/document/entry.ts";
import { picture, textOr, url } from "../kinds/fields/field-values.ts";
import { mapping, optional, text } from "../kinds/fields/leaf.ts";
import { validate } from "../kinds/fields/validate.ts";
import type { Diagnostics, Finding } from "../shared/diagnostics.ts";
import { foldText, toTagSlug } from "../shared/slugs.ts";
import { createSuggester } from "../shared/suggest.ts";
import { DataDocument } from "../sources/data-document.ts";
import { copyMapping, createMapping, isMapping, type Mapping } from "../sources/data-values.ts";
import type { RawDocument } from "../sources/files/raw-document.ts";
import { describe } from "../sources/wording.ts";
import type { Claimant } from "./slug-registry.ts";
import { describeTwoWays } from "./two-ways.ts";

const WANT_AUTHOR = "want a name, or { name, url, bio, avatar }";
/** One entry of authors.yaml. */
export const listedAuthor = textOr(
  "name",
  mapping({ name: text("want a name"), url: optional(url), bio: optional(text()), avatar: optional(picture) }, WANT_AUTHOR),
);

/** Other names for the fields, used by Docusaurus, Jekyll themes and others. */
export const AUTHOR_FIELD_NAMES: Readonly<Record<string, readonly string[]>> = {
  url: ["website", "homepage"],
  bio: ["description"],
  avatar: ["image", "image_url", "imageURL", "picture", "photo"],
};

/** The keys of an author in authors.yaml, used to detect misspellings. */
export const AUTHOR_KEYS: readonly string[] = [
  "name",
  ...Object.entries(AUTHOR_FIELD_NAMES).flatMap(([name, others]) => [name, ...others]),
];

/** Reads authors.yaml, a mapping keyed by slug, and reports any mistakes in it. */
export function parseAuthors(raw: RawDocument, { config, diagnostics, elsewhere, noticeCounts }: DocumentContext): AuthorsDocument {
  const { file, places } = raw;
  const values = createMapping(Object.entries(raw.data ?? createMapping()).map(([slug, value]) => [slug, renameFields(value)]));
  const data = new DataDocument({ values, origins: new Map(), places, elsewhere });
  const first = new Map<string, string>();
  for (const key of Object.keys(values)) {
    const slug = toTagSlug(key);
    const other = first.get(slug);
    const report = (message: string, hint: string): void => diagnostics.error(data.locateKey([key]), { code: "bad-slug", message, hint });
    if (slug === "") report(`${describe(key)} has neither letters nor numbers`, "want a slug as the key: ines: Ines Aas");
    else if (other !== undefined) report(`${describe(key)} is the same slug as ${describe(other)}`, "change one of the two");
    else first.set(slug, key);
  }
  const schema = mapping(Object.fromEntries(Object.keys(values).map((key) => [key, listedAuthor])), "want a mapping from slugs to authors");
  const { unknownKeys } = config.frontMatter;
  const checked = validate(data, schema, {
    diagnostics,
    unknownKeys,
    noticeCounts: { unknownKey: (name) => noticeCounts.unknownKey(name.replace(/^[^.]*\./, ""), "authors") },
  });
  const document = new CheckedDocument(data, diagnostics);
  const authors = Object.entries(checked.values ?? {}).map(
    ([key, { avatar, ...rest }]): ListedAuthor => ({
      slug: toTagSlug(key),
      ...rest,
      avatar: document.picture(avatar, [key, "avatar"], { needsAlt: false }),
    }),
  );
  return { file, locate: (field) => data.locate(field), authors };
}

function renameFields(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const renamed: Mapping = copyMapping(value);
  for (const [field, names] of Object.entries(AUTHOR_FIELD_NAMES)) {
    const name = field in renamed ? undefined : names.find((candidate) => candidate in renamed);
    if (name === undefined) continue;
    renamed[field] = renamed[name];
    delete renamed[name];
  }
  return renamed;
}

/** Names of authors, from authors.yaml and from posts. */
export class AuthorNames {
  readonly #listed: ReadonlySet<string>;
  /** Names shared by several authors in authors.yaml, with their slugs. */
  readonly #shared: ReadonlyMap<string, readonly string[]>;
  readonly #suggest: (written: string) => string | null;
  /**
   * For each slug that is missing from authors.yaml, the first spelling of the name, with its file.
   */
  readonly #written = new Map<string, { readonly name: string; readonly file: string }>();
  /** Names that passed the checks. They are cached because a few people write most posts. */
  readonly #accepted = new Set<string>();

  constructor(document: AuthorsDocument | null) {
    const listed = document?.authors ?? [];
    this.#listed = new Set(listed.flatMap(({ slug, name }) => [slug, foldText(name)]));
    const byName = Map.groupBy(listed, ({ name }) => foldText(name));
    this.#shared = new Map([...byName].flatMap(([name, all]) => (all.length > 1 ? [[name, all.map(({ slug }) => slug)]] : [])));
    this.#suggest = createSuggester(() => listed.flatMap(({ slug, name }) => [slug, name]));
  }

  /**
   * Warns about misspellings of listed authors, names that several authors share, and names with
   * two spellings.
   */
  check(people: readonly Person[], found: Claimant, diagnostics: Diagnostics): void {
    for (const [index, { name }] of people.entries()) {
      if (this.#accepted.has(name)) continue;
      const finding = this.#check(name, found);
      if (finding === null) {
        this.#accepted.add(name);
        continue;
      }
      const field = ["authors", index];
      const at = found.document();
      diagnostics.warning(at.locate(field), { ...finding, field: at.written(field) });
    }
  }

  #check(name: string, { file }: Claimant): Finding | null {
    const slug = toTagSlug(name);
    const sharing = this.#shared.get(foldText(name));
    if (sharing !== undefined) {
      const message = `${describe(name)} is the name of ${sharing.join(" and ")} in authors.yaml, so the first one is used`;
      return { code: "shared-author", message, hint: "write the slug of the one that you mean" };
    }
    if (this.#listed.has(slug) || this.#listed.has(foldText(name))) return null;
    const first = slug === "" ? undefined : this.#written.get(slug);
    if (first !== undefined && first.name !== name) {
      const message = describeTwoWays(name, first, file.path);
      return {
        code: "author-two-ways",
        message,
        hint: `spell it the same way everywhere, or add ${slug}: ${first.name} to authors.yaml`,
      };
    }
    const meant = this.#listed.size === 0 ? null : this.#suggest(name);
    if (meant !== null) {
      const hint = `did you mean "${meant}"? If not, add ${slug}: ${name} to that file`;
      return { code: "unlisted-author", message: `${describe(name)} is not in authors.yaml`, hint };
    }
    this.#written.set(slug, { name, file: file.path });
    return null;
  }
}
