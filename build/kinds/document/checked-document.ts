import type { Diagnostics, FieldPath, Finding } from "../../shared/diagnostics.ts";
import type { DataDocument } from "../../sources/data-document.ts";
import type { PictureValue } from "../fields/field-values.ts";
import type { PictureRef } from "./entry.ts";

/** A document with valid values, for rules that involve several fields. */
export class CheckedDocument {
  readonly data: DataDocument;
  readonly #diagnostics: Diagnostics;

  constructor(data: DataDocument, diagnostics: Diagnostics) {
    this.data = data;
    this.#diagnostics = diagnostics;
  }

  /** @param at place of the mistake, if it differs from the finding's field */
  error(finding: Finding, at: FieldPath = finding.field ?? []): void {
    this.#diagnostics.error(this.data.locate(at), finding);
  }

  warning(finding: Finding, at: FieldPath = finding.field ?? []): void {
    this.#diagnostics.warning(this.data.locate(at), finding);
  }

  /** Adds a notice about a field for the author. */
  notice(field: FieldPath, text: string): void {
    const { file, line } = this.data.locate(field);
    this.#diagnostics.notice(`${file}:${line}: ${text}`);
  }

  /** Returns a reference to a picture. Warns if the alternative text is missing. */
  picture(picture: PictureValue, field: FieldPath, options?: { readonly needsAlt: boolean }): PictureRef;
  picture(picture: PictureValue | null, field: FieldPath, options?: { readonly needsAlt: boolean }): PictureRef | null;
  picture(picture: PictureValue | null, field: FieldPath, { needsAlt } = { needsAlt: true }): PictureRef | null {
    if (picture === null) return null;
    const written = this.data.written(field);
    if (picture.alt === null && needsAlt) {
      const hint = `describe it: { src: ${picture.src}, alt: A grey heron }, or alt: "" if it is decorative`;
      this.warning({ code: "missing-alt", message: "the picture has no alt text", hint, field: written }, field);
    }
    const { src, alt, width, height } = picture;
    return { src, alt, size: { width, height }, field: written };
  }

  pictures(pictures: readonly PictureValue[], field: string): readonly PictureRef[] {
    return pictures.map((picture, index) => this.picture(picture, [field, index]));
  }
}
