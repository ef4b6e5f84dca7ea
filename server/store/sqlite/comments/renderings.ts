import type Database from "better-sqlite3";
import { renderComment } from "../../../text/comment-markdown.ts";
import { SANITIZER_VERSION } from "../../../text/sanitizer-version.ts";
import { UNRENDERED } from "./first-renderings.ts";

/** Number of comments to read at once. */
const BATCH = 500;
/** Maximum number of comments to report. */
const NAMED_MAX = 100;

interface Rendering {
  readonly id: number;
  readonly publicId: string;
  readonly body: string;
  readonly bodyHtml: string;
  readonly sanitizerVersion: number;
}

/**
 * Finds HTML that the current renderer would not produce from the comment's text. Comments of an
 * older version are skipped, because the server renders them again when it starts.
 * @returns the problems, one line each
 */
export function checkRenderings(database: Database.Database): string[] {
  const problems: string[] = [];
  for (const { publicId, body, bodyHtml, sanitizerVersion } of readRenderings(database)) {
    if (sanitizerVersion < SANITIZER_VERSION || renderComment(body).html === bodyHtml) continue;
    problems.push(`comment ${publicId} has HTML that does not match its text`);
    if (problems.length === NAMED_MAX) break;
  }
  return problems;
}

/** Renders every comment again from its source, so that no page shows HTML from another file. */
export function rerenderAll(database: Database.Database): void {
  const update = database.prepare<[string, number, number]>("UPDATE comment SET body_html = ?, sanitizer_version = ? WHERE id = ?");
  database.transaction(() => {
    for (const { id, body, bodyHtml, sanitizerVersion } of readRenderings(database)) {
      // Not rendered yet. It is rendered when it is first read.
      if (bodyHtml === "" && sanitizerVersion === UNRENDERED) continue;
      const { html } = renderComment(body);
      if (html !== bodyHtml || sanitizerVersion !== SANITIZER_VERSION) update.run(html, SANITIZER_VERSION, id);
    }
  })();
}

function* readRenderings(database: Database.Database): Generator<Rendering> {
  const select = database.prepare<[number, number], Rendering>(
    `SELECT id, public_id AS publicId, body, body_html AS bodyHtml, sanitizer_version AS sanitizerVersion
     FROM comment WHERE id > ? AND state <> 'deleted' ORDER BY id LIMIT ?`,
  );
  // verify.ts refuses ids that are not positive.
  for (let after = 0; ; ) {
    const rows = select.all(after, BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
