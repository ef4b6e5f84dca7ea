import { findHeaderProblem, findOwnAddress } from "../config/check-site-rules.ts";
import { type Diagnostics, type Finding, startOf } from "../shared/diagnostics.ts";

export interface OwnerText {
  /** `_headers` or `_redirects`. */
  readonly path: string;
  /** The file's name in messages. */
  readonly shown: string;
  /** The text without Octavo's part. */
  readonly text: string;
  /**
   * Whether the host is Cloudflare, which applies a redirect even if a file exists. Netlify sends
   * the file.
   */
  readonly isForCloudflare: boolean;
}

/**
 * Reports lines of an owner's `_headers` and `_redirects` that would change or hide Octavo's files.
 */
export function reportOwnerRules({ path, shown, text, isForCloudflare }: OwnerText, diagnostics: Diagnostics): void {
  const find = path === "_headers" ? createHeaderCheck() : isForCloudflare ? findHiding : () => null;
  for (const [index, line] of text.split("\n").entries()) {
    const finding = /^\s*(?:#|$)/.test(line) ? null : find(line);
    if (finding === null) continue;
    const at = { ...startOf(shown), line: index + 1 };
    if (path === "_headers") diagnostics.warning(at, finding);
    else diagnostics.error(at, finding);
  }
}

function findHiding(line: string): Finding | null {
  const [from = "", to = ""] = line.trim().split(/\s+/);
  const own = from.startsWith("/") ? findOwnAddress(from) : null;
  // Cloudflare ignores rules that look like infinite loops.
  if (own === null || (from === "/*" && /^\/(?:index(?:\.html)?)?$/.test(to))) return null;
  const message = `"${from}" hides ${own} on Cloudflare, which applies a redirect even if there is a file`;
  return { code: "owner-rule", message, hint: "name the paths of your own pages, such as /app/*" };
}

/** Checks headers. A header line belongs to the path above it. */
function createHeaderCheck(): (line: string) => Finding | null {
  let path = "";
  return (line) => {
    if (/^\S/.test(line)) {
      path = line.trim();
      return null;
    }
    const [name = "", ...rest] = line.trim().split(":");
    const problem = name.startsWith("!") ? null : findHeaderProblem(path, name, rest.join(":").trim());
    return problem === null ? null : { code: "owner-rule", ...problem };
  };
}
