import { usageError } from "../io.ts";
import { flag, freeText, ONCE } from "../options/readers.ts";
import { shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const schemaCommand = defineCommand({
  name: "schema",
  about: "write JSON Schemas of the content, for editors",
  details: `Writes a schema for each kind, including the configuration's own kinds: posts.json, photos.json, series.json and so on (for front matter, or for a whole
YAML file), and also about.json, site.json, services-page.json, authors.json and tags.json. Existing files with these names are replaced. docs/starting.md explains how editors find the schemas.`,
  options: shared("config", "out"),
  examples: [["octavo schema --out .vscode/schemas", "schemas for checking YAML files as you type"]],
  async run(settings, io) {
    if (settings.out === null) throw usageError("schema needs --out", "write octavo schema --out <folder>");
    const { writeSchemas } = await import("../schema/write-schemas.ts");
    return writeSchemas(settings.out, settings, io);
  },
});

export const typesCommand = defineCommand({
  name: "types",
  about: "write TypeScript declarations of your own kinds, for octavo-client",
  details: `Declares the items, documents and list parameters of the kinds in octavo.config.ts, so that client.kind("talks").list({ … }) is typed. Your
tsconfig.json must include the file, which depends only on the configuration.`,
  options: {
    ...shared("config"),
    out: freeText("file", "file to write (default: octavo-kinds.d.ts)", ONCE),
    check: flag("write nothing; exit with 1 if the file is out of date", ONCE),
  },
  examples: [
    ["octavo types --out src/octavo-kinds.d.ts", "after each change to a kind"],
    ["octavo types --out src/octavo-kinds.d.ts --check", "in a workflow: fails if the file is out of date"],
  ],
  run: async (settings, io) => (await import("../schema/write-schemas.ts")).writeTypeDeclarations(settings, io),
});
