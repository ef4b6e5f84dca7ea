import type { VFile } from "vfile";
import type { Diagnostics, Location } from "../../shared/diagnostics.ts";
import { isStackOverflow } from "../excess.ts";
import type { MarkdownSource } from "../rendered.ts";

type Message = VFile["messages"][number];

/** Reports what the author's plugins said of a document: `file.message` as a warning, `file.fail` as an error. */
export function reportMessages(messages: readonly Message[], source: MarkdownSource, diagnostics: Diagnostics): void {
  for (const message of messages) {
    // `fatal: undefined` is vfile's level of information, which asks for nothing to be done.
    if (message.fatal === undefined || message.fatal === null) continue;
    const finding = {
      code: [message.source, message.ruleId].filter(Boolean).join(":") || "plugin",
      message: message.reason,
      ...(message.note === undefined ? {} : { hint: message.note }),
    };
    diagnostics.report(message.fatal ? "error" : "warning", locationOf(message, source), finding);
  }
}

const PLUGIN_HINT = "a plugin in markdown.remarkPlugins or markdown.rehypePlugins threw this; take them out one by one to find it";

/**
 * Reports an error that rendering threw, unless it is a message that the file has.
 * @param hasPlugins whether the author configured any, which are then the likely cause
 */
export function reportFailure(
  error: unknown,
  { messages, source, hasPlugins }: { messages: readonly Message[]; source: MarkdownSource; hasPlugins: boolean },
  diagnostics: Diagnostics,
): void {
  reportMessages(messages, source, diagnostics);
  if (messages.some((message) => message === error)) return;
  const at = { file: source.file.path, line: source.line, column: 1 };
  if (isStackOverflow(error)) {
    const message = "this text is nested too deep, or too long in one piece, to be rendered";
    diagnostics.error(at, { code: "too-deep", message, hint: "close what should be closed, take levels out, or part it by blank lines" });
    return;
  }
  diagnostics.error(at, {
    code: "plugin-failed",
    message: `this document cannot be rendered: ${error instanceof Error ? error.message : String(error)}`,
    ...(hasPlugins ? { hint: PLUGIN_HINT } : {}),
  });
}

function locationOf({ line, column, place }: Message, source: MarkdownSource): Location {
  const end = place !== undefined && "end" in place && place.end.line === line ? place.end.column : undefined;
  const start = column ?? 1;
  return {
    file: source.file.path,
    line: source.line + (line ?? 1) - 1,
    column: start,
    ...(end === undefined || end <= start ? {} : { endColumn: end }),
  };
}
