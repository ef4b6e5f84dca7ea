import { join } from "node:path";
import { expect, it } from "vitest";
import { QUERY_PARAMETERS } from "../../contract/query/query-parameters.ts";
import { BUILT_IN_DOCUMENTS, LIST_KINDS, PLAIN_LIST_KINDS, type PlainListKind } from "../../kinds/list-kinds.ts";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { readPage } from "./docs-pages.ts";

const ROWS = readPage("docs/api.md")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** The row of a list that docs/api.md lacks. */
const toRow = (kind: PlainListKind): string =>
  `| \`/${kind}\` | ${QUERY_PARAMETERS[kind].map(({ name }) => name).join(", ")} | ${lowerFirst(BUILT_IN_DOCUMENTS[kind].about.replace(/\.$/, ""))} |`;
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

it("docs/api.md has a row for each list (vitest -u writes it)", async () => {
  const page = readPage("docs/api.md");
  const missing = PLAIN_LIST_KINDS.filter((kind) => !page.includes(`\n| \`/${kind}\` |`)).map((kind) => `${toRow(kind)}\n`);
  await expect(page.replace(/^\| `\/services` /m, `${missing.join("")}$&`)).toMatchFileSnapshot(join(PROJECT_DIR, "docs/api.md"));
});

it.each([...LIST_KINDS, "search"] as const)("docs/api.md names each parameter of /%s, and describes it", (route) => {
  const names = QUERY_PARAMETERS[route].map(({ name }) => name);
  const [, , listed = ""] = ROWS.find(([, path]) => path === `\`/${route}\``) ?? [];
  expect(listed.replace(" (required)", "").split(", ").sort(), `the row of /${route} under "Paths"`).toEqual(names.toSorted());
  const described = ROWS.flatMap(([, cell = ""]) => cell.split(", "));
  expect(
    names.filter((name) => !described.includes(name)),
    'the table under "Query parameters"',
  ).toEqual([]);
});
