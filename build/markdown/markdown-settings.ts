import type { Finding } from "../shared/diagnostics.ts";

/** The first is used by Hugo, Hexo, Jekyll and Zola, the second by Docusaurus. */
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
