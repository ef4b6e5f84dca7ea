import { listParameters } from "../../contract/query/query-parameters.ts";
import type { OwnKind } from "../config/resolve-kinds.ts";
import { describeOwnParameter } from "../openapi/own-paths.ts";
import { toOwnSchemas, toPascalCase } from "../openapi/own-schemas.ts";
import { renderParameterMember } from "./parameter-types.ts";
import { renderSchemaType } from "./schema-types.ts";

const HEAD = "// Made from the site's configuration by `octavo types`. Change that, not this.\n";

/** TypeScript declarations of kinds, for octavo-client: items, documents and parameters of lists. The same kinds give the same text. */
export function renderKindDeclarations(kinds: readonly OwnKind[]): string {
  const declared = kinds.map(renderKind);
  const imported = findImports(kinds);
  const members = kinds.map(({ name }) => {
    const pascal = toPascalCase(name);
    const key = name.includes("-") ? JSON.stringify(name) : name;
    return `    ${key}: { readonly item: ${pascal}Item; readonly document: ${pascal}Document; readonly query: ${pascal}Query };\n`;
  });
  return [
    HEAD,
    imported.length === 0 ? "export {};\n" : `import type { ${imported.join(", ")} } from "octavo-client";\n`,
    `declare global {\n  interface OctavoKinds {\n${members.join("")}  }\n}\n`,
    ...declared,
  ].join("\n");
}

function renderKind(kind: OwnKind): string {
  const pascal = toPascalCase(kind.name);
  const schemas = toOwnSchemas(kind);
  const types = ["Item", "Document"].map((end) => renderSchemaType(pascal + end, schemas[pascal + end] ?? {}));
  const parameters = listParameters(kind).map((parameter) =>
    renderParameterMember(parameter, describeOwnParameter(kind, parameter).description),
  );
  return [...types, `/** Parameters of the list. */\nexport interface ${pascal}Query {\n${parameters.join("")}}\n`].join("\n");
}

/** Names of the types that those of kinds refer to. */
function findImports(kinds: readonly OwnKind[]): readonly string[] {
  const schemas = kinds.flatMap((kind) => {
    const pascal = toPascalCase(kind.name);
    const { [`${pascal}Item`]: item, [`${pascal}Document`]: document } = toOwnSchemas(kind);
    return [item, document];
  });
  const references = JSON.stringify(schemas).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...new Set(Array.from(references, ([, name = ""]) => name))].sort();
}
