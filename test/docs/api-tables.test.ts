import { join } from "node:path";
import { expect, it } from "vitest";
import { parameterTextOf } from "../../contract/query/parameter-texts.ts";
import { QUERY_PARAMETERS } from "../../contract/query/query-parameters.ts";
import { BUILT_IN_DOCUMENTS, LIST_KINDS, PLAIN_LIST_KINDS } from "../../kinds/list-kinds.ts";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { readPage } from "./docs-pages.ts";

/**
 * The tables of docs/api.md, whose rows have texts written by hand: a run with -u adds what they
 * lack.
 */
const PAGE = readPage("docs/api.md");
const PARAMETERS = byFirstCell(PAGE.slice(PAGE.indexOf("## Query parameters")));
const ROUTES = [...LIST_KINDS, "search"] as const;

function byFirstCell(text: string): Map<string, readonly string[]> {
  const rows = text.split("\n").filter((line) => line.startsWith("| "));
  return new Map(rows.map((line) => line.split("|").map((cell) => cell.trim())).map(([, first = "", ...cells]) => [first, cells]));
}

const namesOf = (route: (typeof ROUTES)[number]): string[] => QUERY_PARAMETERS[route].map(({ name }) => name);

it("docs/api.md has the path of each list and describes its parameters (vitest -u writes them)", async () => {
  let page = PAGE;
  for (const kind of PLAIN_LIST_KINDS)
    if (!page.includes(`\n| \`/${kind}\` |`))
      page = page.replace(/^\| `\/services` /m, `| \`/${kind}\` | | ${BUILT_IN_DOCUMENTS[kind].about.replace(/\.$/, "")} |\n$&`);
  const paths = byFirstCell(page);
  for (const route of ROUTES) {
    const [listed = ""] = paths.get(`\`/${route}\``) ?? [];
    const isSame = listed.replace(" (required)", "").split(", ").sort().join() === namesOf(route).sort().join();
    if (!isSame) page = page.replace(`| \`/${route}\` | ${listed}`, `| \`/${route}\` | ${namesOf(route).join(", ")} `);
  }
  const described = [...PARAMETERS.keys()].flatMap((names) => names.split(", "));
  const missing = ROUTES.flatMap((route) => namesOf(route).map((name) => [name, route] as const)).filter(
    ([name]) => !described.includes(name),
  );
  const rows = [...new Map(missing)].map(([name, route]) => `| ${name} | ${parameterTextOf(route, name as never).description} | all |\n`);
  const written = page.replaceAll("  |", " |").replace(/^\| period \|/m, `${rows.join("")}$&`);
  await expect(written).toMatchFileSnapshot(join(PROJECT_DIR, "docs/api.md"));
});
