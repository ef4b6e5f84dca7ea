import { relative, sep } from "node:path";
import { counted, type Diagnostic, type Diagnostics, kindOf, type Severity } from "../../build/shared/diagnostics.ts";
import { toSafeLine } from "../../contract/text/safe-text.ts";

/** GitHub shows this many annotations per severity and step, and silently drops the others. */
const ANNOTATIONS_MAX = 10;

/**
 * Findings as GitHub Actions commands, which appear at their lines in a pull request: `::error
 * file=a.md,line=4,col=14::…`. If GitHub cannot show all of them, the first of each kind comes
 * first, and the last annotation gives the number of the others, which the log lists.
 * @param folder the site's folder, relative to the repository's; "" for its root
 * @see
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions#setting-an-error-message
 */
export function renderAnnotations(diagnostics: Diagnostics, folder: string): string {
  const all = diagnostics.all();
  const annotated = new Set([...chooseAnnotated(all, "error"), ...chooseAnnotated(all, "warning")]);
  const rest = all.filter((one) => !annotated.has(one));
  const lines = [
    ...[...annotated].map((one) => renderAnnotation(one, folder)),
    ...(["error", "warning"] as const).flatMap((severity) => renderRest(rest, severity)),
    // A line that begins with two colons would be a command.
    ...rest.map((one) => `- ${one.severity} ${toSafeLine(`${one.file}:${one.line}:${one.column}  ${textOf(one)}`)}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * Prefers the first finding of each kind to the second of any kind. The result is in file order.
 * One place is reserved for the number of the others.
 */
function chooseAnnotated(all: readonly Diagnostic[], severity: Severity): readonly Diagnostic[] {
  const found = all.filter((one) => one.severity === severity);
  if (found.length <= ANNOTATIONS_MAX) return found;
  const seen = new Map<string, number>();
  const ranked = found.map((one) => {
    const place = seen.get(kindOf(one)) ?? 0;
    seen.set(kindOf(one), place + 1);
    return { one, place };
  });
  const chosen = ranked.sort((a, b) => a.place - b.place).slice(0, ANNOTATIONS_MAX - 1);
  return found.filter((one) => chosen.some((other) => other.one === one));
}

function renderRest(rest: readonly Diagnostic[], severity: Severity): string[] {
  const { length } = rest.filter((one) => one.severity === severity);
  if (length === 0) return [];
  return [`::${severity} title=octavo check::${counted(length, `more ${severity}`)}: the log of this step lists all of them`];
}

function textOf({ field, message, hint }: Diagnostic): string {
  return `${field === undefined ? "" : `${field}: `}${message}${hint === undefined ? "" : ` (${hint})`}`;
}

function renderAnnotation(diagnostic: Diagnostic, folder: string): string {
  const { severity, file, line, column, endColumn, code } = diagnostic;
  const properties = {
    file: folder === "" ? file : `${folder}/${file}`,
    line,
    col: column,
    ...(endColumn === undefined ? {} : { endColumn }),
    title: code,
  };
  const named = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${severity} ${named.join(",")}::${escapeText(textOf(diagnostic))}`;
}

/**
 * The site's folder in the repository that GitHub checked out. @param workspace absolute; undefined
 * outside GitHub
 */
export function folderInRepository(cwd: string, workspace: string | undefined): string {
  if (workspace === undefined || workspace === "") return "";
  const folder = relative(workspace, cwd).replaceAll(sep, "/");
  return folder.startsWith("..") ? "" : folder;
}

function escapeText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
