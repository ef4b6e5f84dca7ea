import type { VFile } from "vfile";
import { isStackOverflow } from "../../markdown/excess.ts";
import type { Diagnostics, Location } from "../../shared/diagnostics.ts";
import type { MarkdownSource } from "../../shared/rendered.ts";
import { PluginError, textOfError, thrownAt } from "./guard-plugins.ts";

type Message = VFile["messages"][number];

/**
 * Reports plugins' messages about a document: `file.message` as a warning, `file.fail` as an error.
 */
export function reportMessages(messages: readonly Message[], source: MarkdownSource, diagnostics: Diagnostics): void {
  for (const message of messages) {
    // `fatal: undefined` is vfile's information level, which requires no action.
    if (message.fatal === undefined || message.fatal === null) continue;
    const finding = {
      code: codeOf(message),
      message: message.reason,
      ...(message.note === undefined ? {} : { hint: message.note }),
    };
    diagnostics.report(message.fatal ? "error" : "warning", locationOf(message, source), finding);
  }
}

const UNKNOWN_HINT = "a plugin in markdown.remarkPlugins or markdown.rehypePlugins may be the cause; remove them one by one to find it";

interface FailureContext {
  readonly messages: readonly Message[];
  readonly source: MarkdownSource;
  /** Whether the author configured plugins, which are then the likely cause. */
  readonly hasPlugins: boolean;
  /** Base for the paths in messages. */
  readonly cwd: string;
}

/** Reports an error in rendering. An error from a plugin is reported with the plugin's name. */
export function reportFailure(thrown: unknown, { messages, source, hasPlugins, cwd }: FailureContext, diagnostics: Diagnostics): void {
  const plugin = thrown instanceof PluginError ? thrown.plugin : null;
  const error = plugin === null ? thrown : (thrown as PluginError).cause;
  const others = messages.filter((message) => message !== error);
  reportMessages(others, source, diagnostics);
  const message = isMessage(error) ? error : null;
  const at = message === null ? { file: source.file.path, line: source.line, column: 1 } : locationOf(message, source);
  if (plugin === null && isStackOverflow(error)) {
    const text = "this text is nested too deeply, or too long in one piece, to be rendered";
    const hint = "close unclosed elements, remove levels, or separate parts with blank lines";
    diagnostics.error(at, { code: "too-deep", message: text, hint });
    return;
  }
  const what = plugin === null ? "this document cannot be rendered" : `${plugin.name} fails on this document`;
  const place = plugin === null ? "" : `${plugin.field.join(".")} of the configuration`;
  const remedy = message === null ? `${thrownAt(error, cwd)}fix ${place}, or remove it` : `fix the text here, or ${place}`;
  diagnostics.error(at, {
    code: message === null ? "plugin-failed" : codeOf(message),
    message: `${what}: ${message?.reason ?? textOfError(error)}`,
    ...(hasPlugins ? { hint: message?.note ?? (plugin === null ? UNKNOWN_HINT : remedy) } : {}),
  });
}

/** Recognizes messages with a place in the text, from any copy of vfile. */
function isMessage(error: unknown): error is Message {
  return error instanceof Error && "reason" in error && "place" in error;
}

function codeOf({ source, ruleId }: Message): string {
  return [source, ruleId].filter(Boolean).join(":") || "plugin";
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
