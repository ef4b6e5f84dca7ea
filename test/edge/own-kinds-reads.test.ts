import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIn, writeFiles } from "../build/site-folder.ts";
import { serve } from "./site-fixture.ts";

/** Reads that an answer may take; hosts allow at least 50. */
const READS_MAX = 40;
const KINDS = 10;
const DOCUMENTS = 1_000;
const DEFINITIONS = new URL("../../contract/config/define-kind.ts", import.meta.url).href;
const CONFIG = `
import { defineKind, field } from ${JSON.stringify(DEFINITIONS)};
const log = (number) => defineKind({
  files: \`log-\${number}.json\`,
  words: { one: "Log", many: "Logs" },
  fields: { place: field.text(), deep: field.boolean(), grade: field.number(), heldOn: field.date().optional() },
  order: ["-heldOn", "title"],
  filters: ["place", "deep", "grade"],
  sorts: ["grade"],
  tags: true,
  search: ["place"],
  page: \`/log-\${number}/{slug}/\`,
});
export default { kinds: Object.fromEntries(Array.from({ length: ${KINDS} }, (_, number) => [\`log-\${number}\`, log(number)])) };
`;

/** Every second kind has dates. Rare ones are far from each other, in separate chunks. */
function toEntry(kind: number, at: number): object {
  const day = new Date(Date.UTC(2000, 0, 1) + (at * KINDS + kind) * 43_200_000).toISOString();
  return {
    slug: `entry-${at}`,
    title: `Entry ${(at * 7_919) % 1_009} of log ${kind}`,
    place: at % 7 === 0 ? "Needle rock" : `Bay ${at % 50}`,
    deep: at % 9 === 0,
    grade: at % 17,
    tags: at % 8 === 0 ? ["sparse"] : [],
    ...(kind % 2 === 0 ? { publishedAt: day, heldOn: day.slice(0, 10) } : {}),
  };
}

const LISTS = ["/log-0", "/log-1"].flatMap((list) =>
  [
    ["", "page=2", "page=10&pageSize=100", "tag=sparse&pageSize=100", "place=needle+rock&pageSize=100", "deep=true&pageSize=100"],
    ["grade=3&pageSize=100", "sort=title&page=3&pageSize=100", "sort=-grade&pageSize=100", "language=en&page=7"],
    ["sort=-title&tag=sparse&deep=false&place=bay+8&pageSize=100", `period=${list === "/log-0" ? "2003" : "undated"}&pageSize=100`],
  ]
    .flat()
    .map((query) => `${list}?${query}`),
);
const SEARCHES = [
  "q=needle",
  "q=needle&pageSize=100",
  "q=needle&pageSize=100&page=9",
  "q=entry+log&pageSize=100",
  "q=needl+rok&kind=log-3",
];

describe("ten of a site's own kinds, with 1,000 documents each,", () => {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-own-reads-"));
  const dist = new Map<string, string>();
  beforeAll(async () => {
    const files = Array.from({ length: KINDS }, (_, kind) => {
      const entries = Array.from({ length: DOCUMENTS }, (_, at) => toEntry(kind, at));
      return [`content/log-${kind}.json`, JSON.stringify(entries)] as const;
    });
    writeFiles(cwd, {
      "octavo.config.mjs": CONFIG,
      "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
      ...Object.fromEntries(files),
    });
    expect((await buildIn(cwd)).diagnostics.all()).toEqual([]);
    for (const file of readdirSync(join(cwd, "dist"), { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath, file.name);
      if (file.isFile()) dist.set(path.slice(cwd.length + "/dist/".length), readFileSync(path, "utf8"));
    }
  }, 300_000);
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  it.each([
    ...LISTS,
    ...SEARCHES.map((query) => `/search?${query}`),
    "/log-4/entry-7",
    "/kinds",
  ])("answer %s from at most 40 files", async (target) => {
    const site = serve(dist);
    const response = await site.get(target);
    expect(response.status).toBe(200);
    const { items = [{}] }: { readonly items?: readonly object[] } = await response.json();
    expect(items).not.toEqual([]);
    expect(site.reads.length).toBeLessThanOrEqual(READS_MAX);
  });
});
