import { describe } from "../content-schema/wording.ts";
import type { DataDocument } from "../data-node.ts";
import type { Diagnostics, FieldPath, Location } from "../diagnostics.ts";
import type { TagRef } from "../entries.ts";
import { toTagSlug } from "../slugs.ts";

/** Tags' display names, and what documents wrote. */
export class TagNames {
  /** From tags.yaml: name by slug. */
  readonly listed = new Map<string, string>();
  /** tags.yaml is there, and what it says is not known: no spelling is warned of. */
  isUnreadable = false;
  readonly #slugs = new Map<string, string>();
  /** First spelling of each slug, and where. */
  readonly #written = new Map<string, { name: string; at: Location }>();
  readonly #warned = new Set<string>();

  /** Reads tags.yaml; reports what is wrong in it. */
  read(document: DataDocument, diagnostics: Diagnostics): void {
    for (const [key, { node }] of document.root.entries) {
      const slug = toTagSlug(key);
      const field = [key];
      if (slug !== key) {
        const hint =
          slug === ""
            ? "want letters or numbers"
            : `want ${slug}: ${node.kind === "scalar" && typeof node.value === "string" ? node.value : key}`;
        diagnostics.error(document.locateKey(field), { code: "bad-slug", message: `${describe(key)} is not a tag's slug`, hint });
        continue;
      }
      const name =
        node.kind !== "scalar" || node.value === null || typeof node.value === "boolean"
          ? null
          : typeof node.value === "string"
            ? node.value
            : node.value.source;
      if (name === null || name.trim() === "") {
        diagnostics.error(document.locate(field), {
          code: "wrong-type",
          message: "has no display name",
          hint: `want ${slug}: The name`,
          field,
        });
        continue;
      }
      this.listed.set(slug, name.trim());
      this.#slugs.set(fold(name), slug);
    }
  }

  /**
   * The tag of a name as written: a display name of tags.yaml means that entry. Warns of a second spelling.
   *
   * @returns null where the name gives no slug (reported)
   */
  resolve(name: string, field: FieldPath, at: Location, diagnostics: Diagnostics): TagRef | null {
    const slug = this.#slugs.get(fold(name)) ?? toTagSlug(name);
    if (slug === "") {
      diagnostics.error(at, {
        code: "bad-tag",
        message: `${describe(name)} has neither letters nor numbers`,
        hint: "name the tag in words",
        field,
      });
      return null;
    }
    const first = this.#written.get(slug);
    if (first === undefined) this.#written.set(slug, { name, at });
    else if (first.name !== name && !this.isUnreadable && !this.listed.has(slug) && !this.#warned.has(`${slug} ${name}`)) {
      this.#warned.add(`${slug} ${name}`);
      const message = `${describe(name)} is written ${describe(first.name)} in ${first.at.file}`;
      diagnostics.warning(at, {
        code: "tag-two-ways",
        message,
        hint: `write it one way, or give its name in tags.yaml: ${slug}: ${first.name}`,
        field,
      });
    }
    return { slug, name, field };
  }
}

function fold(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
