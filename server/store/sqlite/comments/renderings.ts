import type Database from "better-sqlite3";
import { renderComment } from "../../../text/comment-markdown.ts";
import { SANITIZER_VERSION } from "../../../text/sanitizer-version.ts";
import { UNRENDERED } from "./first-renderings.ts";

/** Comments that are looked at together. */
const BATCH = 500;
/** Comments that are named. */
const NAMED_MAX = 100;

interface Rendering {
  readonly id: number;
  readonly publicId: string;
  readonly body: string;
  readonly bodyHtml: string;
  readonly sanitizerVersion: number;
}

/**
 * Finds HTML that this version's renderer would have made of no such text. An older version's is made again when the server starts.
 *
 * @returns what is wrong, one line each
 */
export function checkRenderings(database: Database.Database): string[] {
  const problems: string[] = [];
  for (const { publicId, body, bodyHtml, sanitizerVersion } of readRenderings(database)) {
    if (sanitizerVersion < SANITIZER_VERSION || renderComment(body).html === bodyHtml) continue;
    problems.push(`comment ${publicId} holds HTML that its text does not give`);
    if (problems.length === NAMED_MAX) break;
  }
  return problems;
}

/** Renders every comment from its source, whatever stands there: HTML from another file goes to no page. */
export function renderAllAnew(database: Database.Database): void {
  const update = database.prepare<[string, number, number]>("UPDATE comment SET body_html = ?, sanitizer_version = ? WHERE id = ?");
  database.transaction(() => {
    for (const { id, body, bodyHtml, sanitizerVersion } of readRenderings(database)) {
      // Has none yet, and gets it from its text when it is first read.
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
  // verify.ts refuses others than positive ids.
  for (let after = 0; ; ) {
    const rows = select.all(after, BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
