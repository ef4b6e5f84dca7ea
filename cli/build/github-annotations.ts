import { relative, sep } from "node:path";
import type { Diagnostic, Diagnostics } from "../../build/shared/diagnostics.ts";

/**
 * Mistakes as commands of GitHub Actions, which shows them at their lines in a pull request: `::error file=a.md,line=4,col=14::…`.
 *
 * @param folder of the site, below the repository's: "" for its root
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions#setting-an-error-message
 */
export function renderAnnotations(diagnostics: Diagnostics, folder: string): string {
  return diagnostics
    .all()
    .map((diagnostic) => `${renderAnnotation(diagnostic, folder)}\n`)
    .join("");
}

function renderAnnotation({ severity, file, line, column, endColumn, code, field, message, hint }: Diagnostic, folder: string): string {
  const about = field === undefined ? "" : `${field}: `;
  const properties = {
    file: folder === "" ? file : `${folder}/${file}`,
    line,
    col: column,
    ...(endColumn === undefined ? {} : { endColumn }),
    title: code,
  };
  const named = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${severity} ${named.join(",")}::${escapeText(`${about}${message}${hint === undefined ? "" : ` (${hint})`}`)}`;
}

/** The site's folder in the repository that GitHub has checked out. @param workspace absolute; undefined: not on GitHub */
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
