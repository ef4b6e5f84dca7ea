import { describe, expect, it } from "vitest";
import { createContentSchemas } from "../../../build/content-schema/content-schemas.ts";
import { toEditorSettings } from "../../../cli/init/editor-settings.ts";

describe("the VS Code settings", () => {
  const files = new Map(toEditorSettings("node_modules/octavo/schemas").map(({ path, text }) => [path, JSON.parse(text)]));

  it("give each YAML file of the content an existing schema", () => {
    const schemas: Readonly<Record<string, readonly string[]>> = files.get(".vscode/settings.json")["yaml.schemas"];
    const names = Object.keys(schemas).map((path) => /^\.\/node_modules\/octavo\/schemas\/([\w-]+)\.json$/.exec(path)?.[1] ?? "");
    for (const name of names) expect(createContentSchemas()).toHaveProperty([name]);
    expect(schemas["./node_modules/octavo/schemas/site.json"]).toEqual(["content/site.yaml", "content/site.yml"]);
  });

  it("recommend the extensions that read them", () => {
    expect(files.get(".vscode/extensions.json")).toEqual({ recommendations: ["redhat.vscode-yaml", "eliostruyf.vscode-front-matter"] });
  });
});
