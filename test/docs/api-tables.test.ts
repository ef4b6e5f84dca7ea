import { expect, it } from "vitest";
import { QUERY_PARAMETERS } from "../../contract/query/query-parameters.ts";
import { LIST_KINDS } from "../../kinds/list-kinds.ts";
import { readPage } from "./docs-pages.ts";

const ROWS = readPage("docs/api.md")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()));

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
