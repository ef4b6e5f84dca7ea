import { renderContractTypes } from "../pack/render-contract-types.ts";
import { renderClientMethods } from "./render-client-methods.ts";
import { renderElementOperations, renderOperationTable } from "./render-operation-table.ts";
import { renderProblemTypes } from "./render-problem-types.ts";
import { renderQueryTypes } from "./render-query-types.ts";

/** Where the sources of octavo-client stand that are made from contract/. */
export const GENERATED_FOLDER = "packages/octavo-client/generated";

const HEAD = "// Made from contract/ by `npm run generate`. Change that, not this.\n\n";

/** The generated sources of octavo-client: file name in GENERATED_FOLDER → text. */
export function renderClientSources(): Readonly<Record<string, string>> {
  return {
    "api-types.ts": `${HEAD}${[renderContractTypes(), renderProblemTypes(), renderQueryTypes()].join("\n")}`,
    "client-methods.ts": HEAD + renderClientMethods(),
    "operation-table.ts": HEAD + renderOperationTable(),
    "element-operations.ts": HEAD + renderElementOperations(),
  };
}
