import { createOpenApiDocument } from "../../build/openapi/openapi-document.ts";
import { describeTools } from "../../edge/mcp/tools.ts";
import { runTools } from "../../packages/octavo-tools/run-tools.ts";
import { renderGeneratedSources } from "../../scripts/client/generated-sources.ts";

/**
 * Prints everything made from the table of operations, for one-table.test.ts, which runs this in a
 * copy of the tree.
 */

const run = async (...args: readonly string[]): Promise<string> => {
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  await runTools(args, { stdout: { write }, stderr: { write }, env: {}, signal: new AbortController().signal }, "0.0.0");
  return text;
};

const document = createOpenApiDocument({ baseUrl: "https://a.example/api/v1", siteName: "A" });
const derived = {
  commands: await run("--help"),
  help: await run("posts", "list", "--help"),
  completion: await run("__complete", "posts", "list", "--"),
  mcp: JSON.stringify(describeTools(JSON.parse(JSON.stringify(document)))),
  client: Object.entries(renderGeneratedSources())
    .filter(([path]) => path.includes("octavo-client"))
    .map(([, text]) => text)
    .join("\n"),
  openapi: JSON.stringify(document),
};
console.log(JSON.stringify(derived));
