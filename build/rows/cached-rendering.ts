import { Diagnostics, packLocation, unpackLocation } from "../shared/diagnostics.ts";
import type { MaybePromise, Picture, References, Rendered } from "../shared/rendered.ts";
import type { SourceFile } from "../shared/source-file.ts";
import type { AnswerIds } from "./answer-ids.ts";
import type { Body } from "./bodies.ts";
import type { ReferenceUse, Rendering } from "./source-facts.ts";
import type { SourceRows } from "./source-rows.ts";

export interface RenderRequest {
  readonly references: References;
  readonly diagnostics: Diagnostics;
  /** Renders the text. References and findings are recorded while it runs. */
  render(references: References, diagnostics: Diagnostics): Promise<Rendered>;
}

/**
 * Returns the rendered text of a file, which is cached as long as all its references resolve as
 * before. Every build reports broken references. Most results are returned synchronously, because
 * awaiting tens of thousands of promises costs more than the look-ups.
 */
export function renderSource(rows: SourceRows, file: SourceFile, request: RenderRequest): MaybePromise<Body> {
  const { references, diagnostics } = request;
  const cached = rows.rendering(file);
  if (cached === null) return renderAndCache(rows, file, request);
  const recall = (isAlike: boolean): MaybePromise<Body> => {
    if (!isAlike) return renderAndCache(rows, file, request);
    diagnostics.replay(cached.found);
    return rows.bodies.open(cached.facts, cached.body);
  };
  const alike = isAnsweredAlike(cached, references, file, rows);
  return alike instanceof Promise ? alike.then(recall) : recall(alike);
}

async function renderAndCache(rows: SourceRows, file: SourceFile, { references, diagnostics, render }: RenderRequest): Promise<Body> {
  const { areStored } = rows.bodies;
  const recorded = areStored ? recordUses(references, file, rows.answers) : { references, uses: [] };
  const own = new Diagnostics();
  const rendered = await render(recorded.references, own);
  diagnostics.replay(own.all());
  const { excerpt, wordCount, readingTimeMinutes, hasCode, codeLanguages, ids } = rendered;
  const body = rows.bodies.put(rendered);
  const facts = { excerpt, wordCount, readingTimeMinutes, hasCode, codeLanguages, ids };
  const rendering = copyData({ found: areStored ? own.all() : [], references: recorded.uses, facts, body });
  // A plugin that threw an error may succeed the next time.
  rows.keepRendering(file, own.errorCount > 0 ? null : rendering);
  return rows.bodies.open(rendering.facts, body);
}

/**
 * Copies data together with its strings, because a string that was cut from a document keeps the
 * whole document in memory.
 */
function copyData<T extends object>(data: T): T {
  return JSON.parse(JSON.stringify(data)) as T;
}

/**
 * Wraps references to record what is looked up and found.
 * @param file the text to render, which may be a part of the file that the renderer knows
 */
function recordUses(
  references: References,
  file: SourceFile,
  answers: AnswerIds,
): { readonly references: References; readonly uses: readonly ReferenceUse[] } {
  const uses: ReferenceUse[] = [];
  return {
    uses,
    references: {
      ...(references.isOwnAddress === undefined ? {} : { isOwnAddress: references.isOwnAddress }),
      async link(text, _, at) {
        const answer = await references.link(text, file, at);
        uses.push(["link", text, packLocation(at()), answers.idOf(answer)]);
        return answer;
      },
      async picture(text, _, at) {
        const answer = await references.picture(text, file, at);
        uses.push(["picture", text, packLocation(at()), answers.idOf(answer)]);
        return answer;
      },
    },
  };
}

/**
 * Resolves references again, except those with answers that are known to be valid, so that broken
 * references are reported. Returns whether all results are the same.
 */
function isAnsweredAlike(
  { references: uses }: Rendering,
  references: References,
  file: SourceFile,
  rows: SourceRows,
): MaybePromise<boolean> {
  const { answers } = rows;
  if (uses.length === 0) return true;
  const recalled = rows.isFormer(file) ? (references.recall?.(file, uses) ?? null) : null;
  let alike = true;
  const waiting: Promise<boolean>[] = [];
  for (const [kind, text, at, answer] of uses) {
    if (recalled !== null && recalled(kind, answer) !== undefined) continue;
    const now = references[kind](text, file, () => unpackLocation(at, file.path));
    if (now instanceof Promise) waiting.push((now as Promise<string | Picture | null>).then((later) => answers.idOf(later) === answer));
    else alike = answers.idOf(now) === answer && alike;
  }
  return waiting.length === 0 ? alike : Promise.all(waiting).then((later) => alike && later.every((isSame) => isSame));
}
