import { posix } from "node:path";
import type { CheckName, CheckSeverity } from "../../contract/config/config-names.ts";
import { PictureError } from "../pictures/picture-error.ts";
import type { Diagnostics, FieldPath, Finding, Location } from "../shared/diagnostics.ts";
import type { PictureSize } from "../shared/rendered.ts";
import type { SourceFile } from "../shared/source-file.ts";
import type { FoundPath } from "./reference-files.ts";
import { type Place, relativePath } from "./reference-path.ts";

/** Findings about broken references. */

/** A reference as its author wrote it. */
export interface Written {
  readonly text: string;
  readonly from: SourceFile;
  /** Finds the place. The file may have to be reread for this. */
  readonly at: () => Location;
  /** The check that decides the severity if the reference is broken. */
  readonly check: ReferenceCheck;
  /** Field of the front matter. Absent in Markdown. */
  readonly field?: FieldPath;
  /** Size of a picture in the front matter, as written. */
  readonly size?: PictureSize;
}

/** Checks of references. */
export type ReferenceCheck = Exclude<CheckName, "dates" | "titles" | "slugs" | "markdown">;

/**
 * Reports a broken reference. `finding` is only called if it is reported, because it may search for
 * the intended file.
 */
export type Report = (written: Written, finding: () => Finding) => null;

/** Returns the collection for the findings about a reference. */
export type DiagnosticsOf = (written: Pick<Written, "from" | "field">) => Diagnostics;

/** Creates a function that reports with the configured severity. */
export function createReport(checks: Readonly<Record<ReferenceCheck, CheckSeverity>>, diagnosticsOf: DiagnosticsOf): Report {
  return (written, finding) => {
    const { check, at, field } = written;
    // Called even if nothing is reported: it records that the reference is broken.
    const diagnostics = diagnosticsOf(written);
    if (checks[check] !== "off") diagnostics.report(checks[check], at(), { ...finding(), ...(field === undefined ? {} : { field }) });
    return null;
  };
}

/** The finding for a PictureError. Any other error is rethrown. */
export function pictureFinding(error: unknown, written: Written): Finding {
  if (!(error instanceof PictureError)) throw error;
  return { code: error.code, message: `${quote(written.text)} ${error.message}`, hint: error.hint };
}

const DOCUMENT = /\.(?:mdx?|html|ya?ml)$/;

/** Describes a reference to a place where nothing exists, or a folder. */
export function notThere(written: Written, place: Place | null, found: FoundPath | null): Finding {
  const code = written.check === "brokenLinks" ? "broken-link" : "missing-picture";
  if (written.text.trim() === "") return { code, message: "no path is given", hint: rule(written) };
  if (found?.kind === "outside") return linkOutside(written, found);
  if (found?.kind === "folder")
    return {
      code,
      message: `${quote(written.text)} is a folder${code === "broken-link" ? " without an index.md" : ""}`,
      hint: "name a file in it",
    };
  const likest = found?.kind === "missing" ? found.suggest() : null;
  // A photo's document may have the name of the picture that is still missing.
  const meant = code === "missing-picture" && DOCUMENT.test(likest?.at(-1) ?? "") ? null : likest;
  const near = place === null || meant === null ? null : { ...place, segments: meant };
  return {
    code,
    message: `${quote(written.text)} is not there`,
    hint: near === null ? rule(written) : `did you mean ${toWritten(near, written)}?`,
  };
}

/**
 * Describes a reference for which a file would be found if a slash were added or removed at the
 * beginning.
 */
export function slashFinding(written: Written, path: string): Finding {
  const code = written.check === "brokenLinks" ? "broken-link" : "missing-picture";
  return { code, message: `${quote(written.text)} is not there`, hint: `did you mean ${path}?` };
}

function linkOutside(written: Written, { link, target }: Extract<FoundPath, { readonly kind: "outside" }>): Finding {
  const name = posix.basename(link);
  return {
    code: outsideCode(written),
    message: `${quote(written.text)} is not published: the symbolic link ${name} leads to ${target}, outside the site's folders`,
    hint: `replace the link with the file itself, or add the folder to which it leads to \`static\``,
  };
}

function outsideCode({ check }: Written): string {
  return check === "brokenLinks" ? "link-outside-content" : "picture-outside-content";
}

export function outside(written: Written): Finding {
  return {
    code: outsideCode(written),
    message: `${quote(written.text)} leads out of the content folder`,
    hint: "copy the file into this file's folder or a static folder",
  };
}

export function noPicturePath(written: Written): Finding {
  return {
    code: "missing-picture",
    message: `${quote(shorten(written.text))} is not a path`,
    hint: "save the picture in this file's folder and refer to it by its path",
  };
}

/** `file:///home/ines/x.pdf`, `C:\\x.pdf`: valid only on the author's disk. */
export const OWN_DISK = /^(?:file:|[a-z]:(?:[\\/]|%5c))/i;

export function onOwnDisk(written: Written): Finding {
  return {
    code: written.check === "brokenLinks" ? "broken-link" : "missing-picture",
    message: `${quote(shorten(written.text))} is a place on your own computer`,
    hint: "copy the file into this file's folder and refer to it by its path",
  };
}

export function noPage(written: Written): Finding {
  return {
    code: "broken-link",
    message: `${quote(written.text)} has no page of its own`,
    hint: "link to the page of your site that shows it, by a path that begins with /",
  };
}

export function privateFile(written: Written, reason: string): Finding {
  return {
    code: "private-file",
    message: `${quote(written.text)} is not published: ${reason}`,
    hint: "if it is meant for visitors, put a copy with another name into this file's folder or a static folder",
  };
}

export function neverPublished(written: Written): Finding {
  return {
    code: "broken-link",
    message: `${quote(written.text)} is the source of a document, which is never published`,
    hint: "name a file that readers may download, such as ./slides.pdf",
  };
}

/** @param near the page that was probably meant */
export function noSuchPage({ text }: Pick<Written, "text">, near: string | null): Finding {
  return {
    code: "missing-page",
    message: `${quote(text)} is not the address of a document`,
    hint: near === null ? "link to its file, such as other-post.md, and the build writes the address" : `did you mean ${near}?`,
  };
}

/**
 * Describes a link to a path of the website where there is no page or file.
 * @param near the page that was probably meant
 */
export function nothingThere({ text }: Pick<Written, "text">, near: string | null): Finding {
  return {
    code: "missing-page",
    message: `${quote(text)} leads to nothing: the website has no page or file there`,
    hint:
      near === null
        ? "link to a document's file; if another program answers there, name the path in website.otherPaths"
        : `did you mean ${near}?`,
  };
}

/** @param near the name that was probably meant */
export function noSuchName(name: string, { check }: Written, near: string | null): Finding {
  return {
    code: check === "brokenLinks" ? "broken-link" : "missing-picture",
    message: `no file is called ${quote(name)}`,
    hint: near === null ? "write the name of a file below the content folder, with or without its folder" : `did you mean ${quote(near)}?`,
  };
}

/** @param path the path of a file with this name that is neither a document nor media */
export function onlyByPath(name: string, { check }: Written, path: string): Finding {
  return {
    code: check === "brokenLinks" ? "broken-link" : "missing-picture",
    message: `${quote(name)} is not a document, picture, sound, video or PDF, so it is published only by its path`,
    hint: `if it is meant for visitors, write its path: ${path}`,
  };
}

export function unpublished(written: Written): Finding {
  return {
    code: "unpublished-link",
    message: `${quote(written.text)} is not published yet`,
    hint: "until then, readers who follow the link find nothing",
  };
}

const quote = (text: string): string => JSON.stringify(text);
const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function rule(written: Written): string {
  if (written.text.includes("\\")) return "write the path with forward slashes";
  if (written.text.startsWith("/")) return "a path that begins with / is looked up in the static folders of the configuration";
  return "the path is relative to the folder of this file";
}

/** The reference that the author would write here for a place. */
function toWritten(place: Place, { text, from, field }: Written): string {
  const path = place.segments.join("/");
  const written = text.startsWith("/")
    ? `/${path}`
    : text.startsWith("@/")
      ? `@/${path}`
      : relativePath(posix.dirname(from.absolute), `${place.root}/${path}`);
  return field === undefined ? written.replaceAll(" ", "%20") : written;
}
