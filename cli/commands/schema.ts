import { usageError } from "../io.ts";
import type { Command } from "./command.ts";

export const schemaCommand: Command = {
  name: "schema",
  about: "write JSON Schemas of the content, for editors",
  details: `Writes a file for each kind, those of the configuration too: posts.json, photos.json, series.json and so on (front matter, or the whole of a
YAML file), about.json, site.json, services-page.json, authors.json and tags.json. Files of these names are replaced. docs/starting.md says how editors find them.`,
  options: ["out", "config"],
  examples: [["octavo schema --out .vscode/schemas", "schemas that YAML files are checked with as you type"]],
  async run(settings, io) {
    if (settings.out === null) throw usageError("schema needs --out", "write octavo schema --out <folder>");
    const { writeSchemas } = await import("../schema/write-schemas.ts");
    return writeSchemas(settings.out, settings, io);
  },
};

export const typesCommand: Command = {
  name: "types",
  about: "write TypeScript declarations of your own kinds, for octavo-client",
  details: `Declares the items, documents and list parameters of the kinds in octavo.config.ts, so that client.kind("talks").list({ … }) is typed. The
file must be among those that your tsconfig.json includes. It is made from the configuration alone, and is the same each time.`,
  options: ["types-out", "check", "config"],
  examples: [
    ["octavo types --out src/octavo-kinds.d.ts", "after each change of a kind"],
    ["octavo types --out src/octavo-kinds.d.ts --check", "in a workflow: fails if the file is out of date"],
  ],
  async run(settings, io) {
    const { writeTypeDeclarations } = await import("../schema/write-type-declarations.ts");
    return writeTypeDeclarations(settings, io);
  },
};
