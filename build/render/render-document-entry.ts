import type { Image } from "../../contract/schemas/values.ts";
import type { DocumentKind } from "../../kinds/document-kind.ts";
import type { MemberData, Members } from "../../kinds/members/member-data.ts";
import type { RenderedDocument } from "../assemble/documents/input.ts";
import type { DocumentEntry } from "../kinds/document/document-entry.ts";
import type { PictureRef } from "../kinds/document/entry.ts";
import { type ContentReferences, toImage } from "../references/content-references.ts";
import type { Body } from "../rows/bodies.ts";
import { Diagnostics, type Location } from "../shared/diagnostics.ts";
import type { MaybePromise, Picture, References } from "../shared/rendered.ts";
import { isMapping, withoutNulls } from "../sources/data-values.ts";

/** Functions that render parts of documents. */
export interface DocumentRendering {
  readonly references: ContentReferences;
  readonly diagnostics: Diagnostics;
  body(): MaybePromise<Body>;
  image(ref: PictureRef | null): Promise<Image | null>;
  /** The main picture, with its EXIF data. */
  picture(ref: PictureRef): MaybePromise<Picture | null>;
  images(refs: readonly PictureRef[]): Promise<readonly Image[]>;
  /** Renders a text of the front matter. Its places are relative to its own beginning. */
  text(text: FieldText): MaybePromise<Body>;
}

/** A text of the front matter, and the collection for its findings. */
export interface FieldText {
  readonly field: string;
  readonly markdown: string;
  readonly references: References;
  readonly diagnostics: Diagnostics;
}

const MADE_TYPES: readonly MemberData["type"][] = ["picture", "pictures", "file", "markdown"];

/**
 * Renders a document: its body, and the members that come from files and Markdown. Returns null if
 * its main picture cannot be published.
 */
export async function renderDocumentEntry(
  { members }: DocumentKind,
  entry: DocumentEntry,
  rendering: DocumentRendering,
): Promise<RenderedDocument | null> {
  const body = await rendering.body();
  const main = await renderMain(members, entry, rendering);
  if (main === null) return null;
  const values = await Promise.all(
    Object.entries(members)
      .flatMap(([name, { type }]) => (MADE_TYPES.includes(type) && !(name in main) ? [[name, type] as const] : []))
      .map(async ([name, type]) => {
        const value = entry.fields[name] ?? null;
        if (type === "pictures") return [name, await rendering.images((value ?? []) as readonly PictureRef[])] as const;
        if (value === null) return [name, null] as const;
        if (type === "picture") return [name, await rendering.image(value as PictureRef)] as const;
        if (type === "file") return [name, await rendering.references.file(String(value), [name], entry)] as const;
        return [name, type === "markdown" ? await renderText(name, String(value), entry, rendering) : null] as const;
      }),
  );
  return { entry, body, made: { ...Object.fromEntries(values), ...main } };
}

/** The main picture, and the fields that its file provides; {} if the kind has no main picture. */
async function renderMain(members: Members, entry: DocumentEntry, rendering: DocumentRendering): Promise<RenderedDocument["made"] | null> {
  const main = Object.keys(members).find((name) => members[name]?.isMain === true);
  if (main === undefined) return {};
  const ref = entry.fields[main] as PictureRef;
  // Without a path, it is invalid and already reported.
  const picture = ref.src === "" ? null : await rendering.picture(ref);
  if (picture === null) return null;
  const found = Object.entries(members).flatMap(([name, { fromPicture }]) =>
    fromPicture === undefined ? [] : [[name, layOver(entry.fields[name] ?? null, picture[fromPicture])] as const],
  );
  return { [main]: toImage(picture, ref.alt ?? ""), ...Object.fromEntries(found) };
}

/** Merges the author's values with those from the file. The author's take precedence. */
function layOver(own: unknown, found: string | object | null): RenderedDocument["made"][string] {
  if (!isMapping(own)) return (own ?? found) as string | null;
  const written = withoutNulls(own);
  return Object.keys(written).length === 0 ? found : found === null ? own : { ...(found as object), ...written };
}

async function renderText(field: string, markdown: string, entry: DocumentEntry, rendering: DocumentRendering): Promise<string> {
  const { references } = rendering;
  const toFile = (at: Location): Location => entry.locate([field], at);
  const placed: References = {
    ...(references.isOwnAddress === undefined ? {} : { isOwnAddress: references.isOwnAddress }),
    link: (text, from, at) => references.link(text, from, () => toFile(at())),
    picture: (text, from, at) => references.picture(text, from, () => toFile(at())),
  };
  const found = new Diagnostics();
  const body = await rendering.text({ field, markdown, references: placed, diagnostics: found });
  for (const { severity, file: _, line, column, endColumn: __, ...finding } of found.all())
    rendering.diagnostics.replay([{ severity, ...toFile({ file: entry.file.path, line, column }), ...finding }]);
  return body.html;
}
