import { renderApiTypes } from "./render-api-types.ts";
import { renderClientMethods } from "./render-client-methods.ts";
import { renderElementTypes } from "./render-element-types.ts";
import { renderElementOperations, renderOperationTable } from "./render-operation-table.ts";
import { renderToolOperations } from "./render-tool-operations.ts";

/** Folders that contain only generated sources. */
export const GENERATED_FOLDERS = { client: "packages/octavo-client/generated", tools: "packages/octavo-tools/generated" } as const;

const HEAD = "// Generated from contract/ by `npm run generate`. Edit that, not this file.\n\n";

/**
 * Renders the generated sources of octavo-client and octavo-tools, keyed by path within the
 * project.
 */
export function renderGeneratedSources(): Readonly<Record<string, string>> {
  const { client, tools } = GENERATED_FOLDERS;
  return {
    [`${client}/api-types.ts`]: HEAD + renderApiTypes(),
    [`${client}/client-methods.ts`]: HEAD + renderClientMethods(),
    [`${client}/operation-table.ts`]: HEAD + renderOperationTable(),
    [`${client}/element-types.ts`]: HEAD.replace("contract/", "scripts/client/element-descriptions.ts") + renderElementTypes(),
    [`${client}/element-operations.ts`]: HEAD + renderElementOperations(),
    [`${tools}/tool-operations.ts`]: HEAD + renderToolOperations(),
  };
}
