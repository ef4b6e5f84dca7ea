import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadConfig } from "../../../build/config/load-config.ts";
import type { Content } from "../../../build/kinds/kinds.ts";
import { parseContent } from "../../../build/parse/parse-content.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { formatDiagnostics } from "../../../cli/report.ts";
import type { OctavoConfig } from "../../../contract/config/define-config.ts";

export interface Parsed {
  readonly content: Content | null;
  /** One line each: `content/posts/a.md:2:1  error  title: missing (want …)`. */
  readonly lines: readonly string[];
  readonly notices: readonly string[];
  /** With code frames, without colour. */
  readonly report: string;
}

export interface ParseFilesOptions {
  readonly config?: OctavoConfig;
  /** The configuration file's text, if it contains code. */
  readonly configText?: string;
  /** Adds files that are not text. */
  readonly prepare?: (contentDir: string) => void;
  /** Inspects the parsed content while the files still exist. */
  readonly inspect?: (content: Content) => void;
}

/** `files` by path below the content folder. */
export async function parseFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  { config = {}, configText, prepare, inspect }: ParseFilesOptions = {},
): Promise<Parsed> {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-parse-"));
  try {
    const contentDir = join(cwd, "content");
    mkdirSync(contentDir);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(contentDir, path)), { recursive: true });
      writeFileSync(join(contentDir, path), text);
    }
    prepare?.(contentDir);
    writeFileSync(join(cwd, "octavo.config.mjs"), configText ?? `export default ${JSON.stringify(config)}`);
    const loaded = await loadConfig({ cwd });
    if (loaded.diagnostics.all().length > 0) throw new Error(JSON.stringify(loaded.diagnostics.all()));
    const parsed = await parseFolder(cwd, contentDir, loaded.config);
    if (parsed.content !== null) inspect?.(parsed.content);
    return parsed;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

async function parseFolder(cwd: string, contentDir: string, config: Awaited<ReturnType<typeof loadConfig>>["config"]): Promise<Parsed> {
  const diagnostics = new Diagnostics();
  const { content, sources, notices } = await parseContent({ contentDir, cwd, config, diagnostics });
  const report = formatDiagnostics(diagnostics, { color: false, sources });
  return { content, notices, report, lines: linesOf(diagnostics) };
}

export function linesOf(diagnostics: Diagnostics): string[] {
  return formatDiagnostics(diagnostics, { color: false, sources: () => null })
    .split("\n")
    .filter((line) => /^\S+:\d+:\d+ /.test(line));
}

export const SITE = "name: Ines Aas\nurl: https://ines.example\ntimeZone: Europe/Oslo\n";

/** A post with these lines of front matter and this body. */
export function post(frontMatter: string, body = "Rain.\n"): string {
  return `---\n${frontMatter.trim()}\n---\n${body}`;
}

/** The lines of one post in a site without other mistakes. */
export async function linesOfPost(frontMatter: string, path = "posts/hello.md"): Promise<readonly string[]> {
  return (await parseFiles({ "site.yaml": SITE, [path]: post(frontMatter) })).lines;
}
