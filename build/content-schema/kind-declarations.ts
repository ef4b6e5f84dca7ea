import { listParameters } from "../../contract/query/query-parameters.ts";
import { schemaNamesOf } from "../../kinds/document-kind.ts";
import { describeOwnParameter } from "../openapi/own-paths.ts";
import { type OwnSchemas, toOwnSchemas } from "../openapi/own-schemas.ts";
import type { OwnKind } from "../shared/resolved-config.ts";
import { renderParameterMember } from "./parameter-types.ts";
import { renderSchemaType } from "./schema-types.ts";

const HEAD = "// Generated from the site's configuration by `octavo types`. Change the configuration, not this file.\n";

/**
 * Renders TypeScript declarations of kinds for octavo-client: items, documents and list parameters.
 * The same kinds always give the same text.
 */
export function renderKindDeclarations(kinds: readonly OwnKind[]): string {
  const schemas = toOwnSchemas(kinds);
  const imported = findImports(kinds, schemas);
  const members = kinds.map((kind) => {
    const { item, document } = schemaNamesOf(kind);
    const key = kind.name.includes("-") ? JSON.stringify(kind.name) : kind.name;
    return `    ${key}: { readonly item: ${item}; readonly document: ${document}; readonly query: ${queryNameOf(kind)} };\n`;
  });
  return [
    HEAD,
    imported.length === 0 ? "export {};\n" : `import type { ${imported.join(", ")} } from "octavo-client";\n`,
    `declare global {\n  interface OctavoKinds {\n${members.join("")}  }\n}\n`,
    ...kinds.map((kind) => renderKind(kind, schemas)),
  ].join("\n");
}

function renderKind(kind: OwnKind, schemas: OwnSchemas): string {
  const { item, document } = schemaNamesOf(kind);
  const types = [item, document].map((name) => renderSchemaType(name, schemas[name] ?? {}));
  const parameters = listParameters(kind).map((parameter) =>
    renderParameterMember(parameter, describeOwnParameter(kind, parameter).description),
  );
  return [...types, `/** Parameters of the list. */\nexport interface ${queryNameOf(kind)} {\n${parameters.join("")}}\n`].join("\n");
}

/** `TalksItem` → `TalksQuery`. */
function queryNameOf(kind: OwnKind): string {
  return schemaNamesOf(kind).item.replace(/Item$/, "Query");
}

/** Names of the types to which the declarations of kinds refer. */
function findImports(kinds: readonly OwnKind[], schemas: OwnSchemas): readonly string[] {
  const own = kinds.flatMap((kind) => [schemas[schemaNamesOf(kind).item], schemas[schemaNamesOf(kind).document]]);
  const references = JSON.stringify(own).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...new Set(Array.from(references, ([, name = ""]) => name))].sort();
}
