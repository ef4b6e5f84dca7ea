import type { Command } from "./command.ts";

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
