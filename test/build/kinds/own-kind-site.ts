import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildOptions } from "../../../build/build-options.ts";
import { buildIn, type Files, writeFiles } from "../site-folder.ts";

/** A site with kinds of its own, in a temporary folder. */

const DEFINITIONS = new URL("../../../contract/config/define-kind.ts", import.meta.url).href;

export interface OwnKindSite {
  readonly cwd: string;
  write(files: Files): void;
  /** @param kinds text of the configuration's member; it may use `field` and `words` */
  configure(kinds: string): void;
  /** Builds the site, and returns the build's messages, one line each. */
  build(overrides?: Partial<BuildOptions>): Promise<readonly string[]>;
  /** Reads a response of the API from its file. */
  read(path: string): Record<string, unknown>;
  remove(): void;
}

export function createOwnKindSite(): OwnKindSite {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-own-kinds-"));
  writeFiles(cwd, { "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n" });
  return {
    cwd,
    write: (files) => writeFiles(cwd, files),
    configure(kinds) {
      const start = `import { field } from ${JSON.stringify(DEFINITIONS)};\nconst words = { one: "Talk", many: "Talks" };\n`;
      writeFiles(cwd, { "octavo.config.mjs": `${start}export default { kinds: ${kinds} };\n` });
    },
    async build(overrides = {}) {
      const { diagnostics } = await buildIn(cwd, overrides);
      return diagnostics
        .all()
        .map(({ file, line, column, severity, message, hint }) => `${file}:${line}:${column} ${severity}: ${message} (${hint})`);
    },
    read: (path) => JSON.parse(readFileSync(join(cwd, `dist/api/v1${path}.json`), "utf8")),
    remove: () => rmSync(cwd, { recursive: true, force: true }),
  };
}
