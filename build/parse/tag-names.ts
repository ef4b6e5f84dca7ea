import type { GroupFile, TagRef } from "../kinds/document/entry.ts";
import type { Diagnostics, Finding, Severity } from "../shared/diagnostics.ts";
import { foldText, toTagSlug } from "../shared/slugs.ts";
import { describe } from "../sources/wording.ts";
import type { Claimant } from "./slug-registry.ts";
import { describeTwoWays } from "./two-ways.ts";

/** Display names of tags or categories, and their spellings in documents. */
export class TagNames {
  /** The field with the names. */
  readonly #field: "tags" | "categories";
  readonly #groups: GroupFile | null;
  /** By folded display name. */
  readonly #slugs = new Map<string, string>();
  /**
   * Tags by their names as written. They are cached because tens of thousands of documents share a
   * few names, and so that each spelling is reported once.
   */
  readonly #resolved = new Map<string, TagRef>();
  /** First spelling of each slug, with its file. */
  readonly #written = new Map<string, { readonly name: string; readonly file: string }>();

  /** @param groups tags.yaml or categories.yaml; a name used for two entries is reported */
  constructor(field: "tags" | "categories", groups: GroupFile | null, diagnostics: Diagnostics) {
    this.#field = field;
    this.#groups = groups;
    for (const [slug, { name }] of groups?.listed ?? []) {
      if (groups === null || name === null) continue;
      const other = this.#slugs.get(foldText(name));
      if (other === undefined) this.#slugs.set(foldText(name), slug);
      else {
        const message = `${describe(name)} is also the name of ${other}: a document that uses it gets the ${field === "tags" ? "tag" : "category"} ${other}`;
        const hint = "rename or remove one of the two";
        diagnostics.warning(groups.locate([slug, "name"]), { code: "tag-two-slugs", message, hint, field: [slug] });
      }
    }
  }

  /** Slugs that documents use. */
  get used(): ReadonlySet<string> {
    return new Set(this.#written.keys());
  }

  /**
   * Finds the tag for a name as written. A display name from the file means that entry. Warns about
   * a second spelling.
   *
   * @param index position among the document's tags
   * @returns null if the name gives no slug (reported)
   */
  resolve(name: string, index: number, found: Claimant, diagnostics: Diagnostics): TagRef | null {
    const resolved = this.#resolved.get(name);
    if (resolved !== undefined) return resolved;
    const slug = this.#slugs.get(foldText(name)) ?? toTagSlug(name);
    const report = (severity: Severity, finding: Finding): void => {
      const path = [this.#field, index];
      const document = found.document();
      diagnostics.report(severity, document.locate(path), { ...finding, field: document.written(path) });
    };
    if (slug === "") {
      const message = `${describe(name)} has neither letters nor numbers`;
      report("error", { code: "bad-tag", message, hint: this.#field === "tags" ? "name the tag in words" : "name the category in words" });
      return null;
    }
    const first = this.#written.get(slug);
    if (first === undefined) this.#written.set(slug, { name, file: found.file.path });
    else if (first.name !== name && !this.#isSettled(slug)) {
      report("warning", {
        code: "tag-two-ways",
        message: describeTwoWays(name, first, found.file.path),
        hint: `spell it the same way everywhere, or add ${slug}: ${first.name} to ${this.#field}.yaml`,
      });
    }
    const tag = { slug, name };
    this.#resolved.set(name, tag);
    return tag;
  }
  /** Whether the spelling needs no warning: the file lists the name, or cannot be read. */
  #isSettled(slug: string): boolean {
    return this.#groups !== null && (this.#groups.isUnreadable || (this.#groups.listed.get(slug)?.name ?? null) !== null);
  }
}
