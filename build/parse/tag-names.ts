import { describe } from "../fields/wording.ts";
import type { TagRef } from "../kinds/entry.ts";
import type { Diagnostics, Finding, Severity } from "../shared/diagnostics.ts";
import { foldText, toTagSlug } from "../shared/slugs.ts";
import type { DataDocument } from "../sources/data-document.ts";
import { Numeral } from "../sources/data-values.ts";
import type { Claimant } from "./slug-registry.ts";

/** Display names of tags, or of categories, and what documents wrote. */
export class TagNames {
  /** The field that they stand in. */
  readonly #field: "tags" | "categories";
  /** From tags.yaml: name by slug. */
  readonly listed = new Map<string, string>();
  /** tags.yaml is there, and what it says is not known: no spelling is warned of. */
  isUnreadable = false;
  readonly #slugs = new Map<string, string>();
  /** By the name as written: tens of thousands of documents have the same few, and what is to be said of a spelling is said once. */
  readonly #resolved = new Map<string, TagRef>();
  /** First spelling of each slug, and where. */
  readonly #written = new Map<string, { readonly name: string; readonly file: string }>();

  constructor(field: "tags" | "categories") {
    this.#field = field;
  }

  /** Reads tags.yaml; reports what is wrong in it. */
  read(document: DataDocument, diagnostics: Diagnostics): void {
    this.#resolved.clear();
    for (const [key, value] of Object.entries(document.values)) {
      const slug = toTagSlug(key);
      const field = [key];
      if (slug !== key) {
        const hint = slug === "" ? "want letters or numbers" : `want ${slug}: ${typeof value === "string" ? value : key}`;
        diagnostics.error(document.locateKey(field), { code: "bad-slug", message: `${describe(key)} is not a tag's slug`, hint });
        continue;
      }
      const name = value instanceof Numeral ? value.source : typeof value === "string" ? value.trim() : "";
      if (name === "") {
        diagnostics.error(document.locate(field), {
          code: "wrong-type",
          message: "has no display name",
          hint: `want ${slug}: The name`,
          field,
        });
        continue;
      }
      const other = this.#slugs.get(foldText(name));
      if (other !== undefined) {
        const message = `${describe(name)} is the name of ${other} too: a document that writes it has the tag ${other}`;
        const hint = "give one of the two another name, or remove it";
        diagnostics.warning(document.locate(field), { code: "tag-two-slugs", message, hint, field });
      } else this.#slugs.set(foldText(name), slug);
      this.listed.set(slug, name);
    }
  }

  /**
   * The tag of a name as written: a display name of tags.yaml means that entry. Warns of a second spelling.
   *
   * @param index among the document's tags
   * @returns null where the name gives no slug (reported)
   */
  resolve(name: string, index: number, found: Claimant, diagnostics: Diagnostics): TagRef | null {
    const known = this.#resolved.get(name);
    if (known !== undefined) return known;
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
    else if (first.name !== name && !this.isUnreadable && !this.listed.has(slug)) {
      report("warning", {
        code: "tag-two-ways",
        message: `${describe(name)} is written ${describe(first.name)} in ${first.file}`,
        hint: this.#field === "tags" ? `write it one way, or give its name in tags.yaml: ${slug}: ${first.name}` : "write it one way",
      });
    }
    const tag = { slug, name };
    this.#resolved.set(name, tag);
    return tag;
  }
}
