import { DATED, foldName } from "../kinds/fields/front-matter-names.ts";
import { HIDING_NAMES } from "../kinds/fields/visibility-keys.ts";
import { type Content, entriesOf } from "../kinds/kinds.ts";
import { compareText, type Diagnostic, type Diagnostics } from "../shared/diagnostics.ts";
import type { Schedule, Scheduled } from "./schedule.ts";

/*
 * A build with `keepGoing` treats files with errors like drafts. Errors about visibility stop it,
 * because guessing could publish a hidden document.
 */

const VISIBILITY_CODES: ReadonlySet<string> = new Set(["not-for-all", "bad-date"]);
const VISIBILITY_FIELDS: ReadonlySet<string> = new Set(
  [...HIDING_NAMES, ...Object.keys(DATED), ...Object.values(DATED).flat()].map(foldName),
);

function isAboutVisibility({ code, field = "" }: Diagnostic): boolean {
  return VISIBILITY_CODES.has(code) || VISIBILITY_FIELDS.has(foldName(field.replace(/\..*$/, "")));
}

/**
 * Finds the files of documents that have errors.
 * @returns sorted paths, as shown in messages; none if an error is about visibility or in another
 * file
 */
export function findLeftOut(diagnostics: Diagnostics, content: Content): readonly string[] {
  const errors = diagnostics.all().filter(({ severity }) => severity === "error");
  const documents = [...entriesOf(content), ...content.faulty].filter(({ kind }) => kind !== "series");
  const files = new Set(documents.map(({ file }) => file.path));
  if (errors.some((error) => isAboutVisibility(error) || !files.has(error.file))) return [];
  return [...new Set(errors.map(({ file }) => file))].sort(compareText);
}

/** Returns the schedule without the documents in these files. */
export function withholdFiles(schedule: Schedule, files: ReadonlySet<string>): Schedule {
  const isLeft = ({ file }: Scheduled): boolean => !files.has(file?.path ?? "");
  return {
    ...schedule,
    isPublished: (document) => isLeft(document) && schedule.isPublished(document),
    isPreviewed: (document) => isLeft(document) && schedule.isPreviewed(document),
  };
}
