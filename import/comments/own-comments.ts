import type { ExportFile } from "../export-text.ts";
import { ImportError } from "../import-error.ts";
import { type CommentExport, type CommentRecord, type ImportedState, withThreads } from "./comment-export.ts";
import { type JsonObject, readJsonLines } from "./json-lines.ts";

const STATES: readonly ImportedState[] = ["pending", "approved", "rejected", "spam", "deleted"];
const AGAIN = "export it again: octavo comments export > comments.ndjson";

/**
 * Reads an export of `octavo comments export`: one comment on each line, parents before their
 * replies.
 */
export function openOwnComments(file: ExportFile): CommentExport {
  return { system: "Octavo", keyPrefix: "octavo", hasWorldwideIds: true, records: () => withThreads(readOwn(file)) };
}

async function* readOwn(file: ExportFile): AsyncGenerator<CommentRecord> {
  for await (const { value, place } of readJsonLines(file, AGAIN)) yield toOwnRecord(value, place);
}

/** @throws ImportError with all invalid members of the line */
function toOwnRecord(value: JsonObject, place: string) {
  const wrong: string[] = [];
  const read = <T>(name: string, want: string, to: (given: unknown) => T | undefined): T | null => {
    const result = to(value[name]);
    if (result === undefined) wrong.push(`${name} (want ${want})`);
    return result ?? null;
  };
  const isAbsent = (given: unknown): given is null | undefined => given === null || given === undefined;
  const text = (given: unknown): string | null | undefined => (isAbsent(given) ? null : typeof given === "string" ? given : undefined);
  const needed = (given: unknown): string | undefined => (typeof given === "string" && given !== "" ? given : undefined);
  const instant = (given: unknown): number | null | undefined =>
    isAbsent(given) ? null : typeof given === "string" ? toExact(given) : undefined;
  const state = read("state", STATES.join(", "), (given) => STATES.find((one) => one === given)) ?? "pending";
  const isDeleted = state === "deleted";
  const comment = {
    id:
      read("id", "24 characters of a–z and 2–7", (given) =>
        typeof given === "string" && /^[a-z2-7]{24}$/.test(given) ? given : undefined,
      ) ?? "",
    threadId: read("slug", "the slug of a post", needed) ?? "",
    parentId: read("parentId", "an id or null", text),
    state,
    authorName: read("authorName", "text", isDeleted ? text : needed) ?? "",
    authorEmail: read("authorEmail", "text or null", text) ?? "",
    authorUrl: read("authorUrl", "text or null", text) ?? "",
    isAuthor: value.isAuthor === true,
    createdAt: read("createdAt", "an instant such as 2026-01-31T09:30:00.000Z", (given) => instant(given) ?? undefined),
    editedAt: read("editedAt", "an instant or null", instant),
    body: { markdown: read("body", "text", isDeleted ? text : needed) ?? "" },
    own: {
      importKey: read("importKey", "text or null", text),
      revision:
        read("revision", "a whole number from 1", (given) =>
          given === undefined ? 1 : Number.isSafeInteger(given) && Number(given) >= 1 ? Number(given) : undefined,
        ) ?? 1,
      decidedAt: read("decidedAt", "an instant or null", instant),
      origin: read("origin", "text or null", text),
      spamReason: read("spamReason", "text or null", text),
    },
  };
  if (wrong.length > 0) throw new ImportError(`${place}: this is not one of Octavo's comments: ${wrong.join("; ")}`, AGAIN);
  return { type: "comment" as const, comment };
}

/**
 * The exact value. Here, an instant out of range is a mistake, not another program's way to say
 * that there is no date.
 */
function toExact(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
