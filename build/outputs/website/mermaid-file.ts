import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { MERMAID_FILE } from "../../../contract/static-files.ts";
import type { RenderedContent } from "../../assemble/documents/input.ts";
import type { Inputs } from "../../cache/inputs.ts";
import { digestFile } from "../../emit/copy-file.ts";
import type { OutputFile } from "../../emit/output-file.ts";
import type { Finding } from "../../shared/diagnostics.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";

/** The package's script for browsers, a single file that sets a global variable. */
const PROGRAM = "node_modules/mermaid/dist/mermaid.min.js";
const LANGUAGE = "mermaid";

interface MermaidOptions {
  readonly config: ResolvedConfig;
  readonly content: RenderedContent;
  readonly inputs: Inputs;
}

interface MermaidFile {
  readonly files: readonly OutputFile[];
  /** Mistakes in settings. */
  readonly findings: readonly Finding[];
}

const NOT_INSTALLED: Finding = {
  code: "mermaid",
  message: "a document has a diagram, but the package mermaid, which draws it, is not installed",
  hint: "run npm install mermaid, or set markdown: { diagrams: false }",
  field: ["markdown", "diagrams"],
};
const NOTHING: MermaidFile = { files: [], findings: [] };

/**
 * Finds Mermaid for the pages with diagrams, in the package that the owner has installed. There is
 * no file if no document has a diagram.
 */
export function findMermaidFile({ config, content, inputs }: MermaidOptions): MermaidFile {
  if (!config.markdown.diagrams || !hasDiagrams(content)) return NOTHING;
  for (let folder = config.root; ; folder = dirname(folder)) {
    const file = join(folder, PROGRAM);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() === true) {
      const digest = inputs.digestIfSame(file, stat) ?? digestFile(file);
      inputs.add(file, stat, digest);
      return { files: [{ path: MERMAID_FILE, content: { copyFrom: file, digest } }], findings: [] };
    }
    inputs.note(file);
    if (dirname(folder) === folder) return { files: [], findings: [NOT_INSTALLED] };
  }
}

function hasDiagrams({ posts, previews, documents, about }: RenderedContent): boolean {
  const bodies = [posts, previews, ...Object.values(documents)].flatMap((list) => list.map(({ body }) => body));
  return bodies.some(({ codeLanguages }) => codeLanguages.includes(LANGUAGE)) || about?.body.codeLanguages.includes(LANGUAGE) === true;
}
