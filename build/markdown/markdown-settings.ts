import type { Finding } from "../shared/diagnostics.ts";

/** Hugo, Hexo, Jekyll and Zola use `more`; Docusaurus uses `truncate`. */
export const DEFAULT_EXCERPT_MARKS: readonly string[] = ["more", "truncate"];

/** All mistakes in the settings, found when the settings are used. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], options: ErrorOptions = {}) {
    super(findings.map(({ field = [], message, hint }) => `${field.join(".")}: ${message}; ${hint}`).join("\n"), options);
    this.findings = findings;
  }
}
