import { H3 } from "h3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../hosts/node/server.ts";
import { runTools } from "../../packages/octavo-tools/run-tools.ts";
import { createTestIo, type TestIoOptions } from "../cli/test-io.ts";
import { BUILD_TIMEOUT_MS } from "../helpers/sample-site.ts";
import { openSiteServer, type SiteServer } from "./site-server.ts";

let site: SiteServer;
beforeAll(async () => {
  site = await openSiteServer();
}, BUILD_TIMEOUT_MS);
afterAll(() => site.close());

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** How long it would have waited before each further attempt, in ms. */
  readonly waits: readonly number[];
}

async function run(
  args: readonly string[],
  { group = null, env = {}, ...options }: TestIoOptions & { readonly group?: string | null } = {},
): Promise<Ran> {
  const io = createTestIo({ ...options, env: { OCTAVO_BASE_URL: site.url, ...env } });
  const waits: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  const code = await runTools(args, { ...io, sleep }, "1.2.3", group);
  return { code, out: io.out(), err: io.err(), waits };
}

const TERMINAL = { isTTY: true, columns: 100 } as const;

describe("octavo-tools", () => {
  it("lists the items that match a filter, one per line for programs", async () => {
    const { code, out, err } = await run(["posts", "list", "--tag", "weaving"]);
    expect([code, err]).toEqual([0, ""]);
    const rows = out
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t"));
    expect(rows.map(([slug]) => slug)).toContain("weaving-a-message");
    expect(rows.find(([slug]) => slug === "weaving-a-message")).toEqual([
      "weaving-a-message",
      "2024-01-20",
      "Ines Halvorsen",
      "weaving writing",
      "Weaving a message",
    ]);
  });

  it("is also octavo-posts, octavo-books and so on, whose group precedes all words", async () => {
    const direct = await run(["books", "list", "--status", "finished"]);
    expect(direct.out).toContain("fun-home\t");
    expect(await run(["list", "--status", "finished"], { group: "books" })).toEqual(direct);
    expect((await run(["--help"], { group: "books" })).out).toMatch(/^octavo-books: .*\n\nUsage: octavo-books <command>/);
    expect((await run(["tags"], { group: "projects" })).out).toBe((await run(["tags", "list", "projects"])).out);
  });

  it("has the same columns for all items of a kind in a pipe, even if they are empty", async () => {
    const { out } = await run(["books", "list", "--all", "--page-size", "3"]);
    expect(out.split("\n").length).toBe(9);
    expect(
      new Set(
        out
          .trimEnd()
          .split("\n")
          .map((line) => line.split("\t").length),
      ),
    ).toEqual(new Set([7]));
  });

  it("fits a table to the terminal's width, and names the next page", async () => {
    for (const columns of [80, 100, 200]) {
      const { out, err } = await run(["posts", "list", "--page-size", "5"], { isTTY: true, columns });
      expect(out.split("\n")[0]).toMatch(/^SLUG +DATE +/);
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(err).toBe("page 1 of 6, 28 in total; --page 2 shows more, --all shows all\n");
    }
    const last = await run(["posts", "list", "--all", "--page-size", "20"], TERMINAL);
    expect(last.err).toBe("28 in total\n");
    expect((await run(["posts", "list", "--tag", "nowhere"], TERMINAL)).err).toBe("nothing\n");
  });

  it("reports a shortened list on standard error, even in a pipe and as JSON, and nothing if it is complete", async () => {
    const cut = "octavo-tools: 20 of 28; add --all for all of them, or --page 2 for the next page\n";
    expect((await run(["posts", "list"])).err).toBe(cut);
    expect((await run(["posts", "list", "--json"])).err).toBe(cut);
    expect((await run(["posts", "list", "--all"])).err).toBe("");
    expect((await run(["posts", "list", "--page", "2"])).err).toBe("");
    expect((await run(["books", "list", "--json"])).err).toBe("");
  });

  it("shows a document for reading, its HTML as text", async () => {
    const post = await run(["posts", "get", "weaving-a-message"], TERMINAL);
    expect(post.out).toMatch(/^Weaving a message\n\nslug +weaving-a-message\n/);
    expect(post.out).toContain("So I wove my sister a sentence for her birthday.");
    expect(Math.max(...post.out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    const service = await run(["services", "get", "api-review"]);
    expect(service.out).toContain("NOK 39,000.00 per review");
    expect(service.out).toContain("Your users will not tell you");
    expect(service.out).not.toContain("<p>");
    const series = await run(["posts", "series", "weaving-for-programmers"]);
    expect(series.out).toContain("\nweaving-a-message\t");
  });

  it("searches all kinds, or one", async () => {
    const all = await run(["search", "loom"]);
    expect(all.out).toMatch(/\tproject\t/);
    const posts = await run(["posts", "search", "tide", "tables"]);
    expect(posts.out).toBe((await run(["search", "tide tables", "--kind", "post"])).out);
    expect(posts.out).toMatch(/^reading-a-tide-table\tpost\t/);
  });

  it("prints the API's answer, complete or one item per line", async () => {
    const one = await run(["series", "list", "--json"]);
    expect(JSON.parse(one.out)).toEqual(await (await fetch(`${site.url}/api/v1/post-series`)).json());
    const lines = (await run(["posts", "list", "--json", "--all", "--page-size", "10"])).out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).slug).length).toBe(28);
  });

  it("accepts boolean filters in the usual forms", async () => {
    const featured = (await run(["posts", "list", "--featured"])).out;
    expect((await run(["posts", "list", "--featured=true"])).out).toBe(featured);
    const others = (await run(["posts", "list", "--no-featured", "--page-size", "100"])).out;
    expect((await run(["posts", "list", "--featured=false", "--page-size", "100"])).out).toBe(others);
    expect(featured.split("\n").length + others.split("\n").length - 2).toBe(28);
  });

  it("finds the site by an option, then the variable, with or without the API's path", async () => {
    const env = { OCTAVO_BASE_URL: "http://127.0.0.1:9" };
    const about = await run(["site", "about", "--base-url", `${site.url}/api/v1`], { env });
    expect([about.code, about.err]).toEqual([0, ""]);
    expect(await run(["site", "about", "--base-url", site.url], { env })).toEqual(about);
  });
});

it("octavo-tools reads a site below a path, with or without the API's path and a final slash", async () => {
  const below = await openSiteServer("/blog");
  try {
    const wanted = await run(["tags", "list", "books"]);
    for (const rest of ["", "/", "/api/v1", "/api/v1/"])
      expect(await run(["tags", "list", "books"], { env: { OCTAVO_BASE_URL: below.url + rest } })).toEqual(wanted);
    expect(wanted.code).toBe(0);
  } finally {
    await below.close();
  }
});

describe("a wrong command line", () => {
  it.each([
    [["book", "list"], 'error: unknown command "book"\n  did you mean "books"?\n'],
    [["posts", "lst"], 'error: unknown command "lst"\n  did you mean "list"?\n'],
    [["posts", "list", "--tga", "x"], 'error: unknown option --tga\n  did you mean "--tag"?\n'],
    [["posts", "list", "--tag"], "error: --tag needs a value\n  write --tag <value>\n"],
    [["posts", "list", "--tag", "a", "--tag", "b"], "error: --tag is given twice\n  write --tag one,two for documents with both tags\n"],
    [["posts", "list", "more"], 'error: unexpected "more"\n  want octavo-tools posts list\n'],
    [["posts", "get"], "error: posts get needs <slug>\n  want octavo-tools posts get <slug>\n"],
    [["search"], "error: search needs <q>\n  want octavo-tools search <q>\n"],
    [["--tag", "x"], 'error: the command comes first, "--tag" after it\n  octavo-tools --help shows the commands\n'],
    [["posts", "list", "--json=1"], 'error: --json takes no value, but "1" was given\n  write only --json\n'],
    [["completion", "tcsh"], 'error: there is no completion for "tcsh"\n  want bash, zsh, fish\n'],
    [
      ["site", "about", "--base-url", "https://ines:secret@ines.example"],
      "error: --base-url: an address must not contain a name or a password\n  leave out the part before the @\n",
    ],
    [
      ["site", "about", "--base-url", "ines.example"],
      'error: --base-url: "ines.example" is not the address of a site\n  want https://ines.example or https://ines.example/api/v1\n',
    ],
  ])("%j is explained", async (args, err) => {
    expect(await run(args)).toEqual({ code: 2, out: "", err, waits: [] });
  });

  it("without a site's address asks for it", async () => {
    expect(await run(["site", "about"], { env: { OCTAVO_BASE_URL: "" } })).toMatchObject({
      code: 2,
      err: "error: no site is given: there is no --base-url\n  write --base-url https://ines.example, or set OCTAVO_BASE_URL\n",
    });
  });

  it("gets all of the API's objections, with the names of its options", async () => {
    const { code, err } = await run(["posts", "list", "--type", "text", "--page-size", "500"]);
    expect(code).toBe(2);
    expect(err).toContain(
      "\n  --type: want TEXT, VIDEO, IMAGE, spelled exactly like this; did you mean TEXT?\n  --page-size: want at most 100\n",
    );
  });
});

it("octavo-tools prints nothing from a site's problem that a terminal would execute", async () => {
  const detail = "\u001b]0;owned\u0007 and\u202e more";
  const body = { status: 400, code: "validation-error", detail, errors: [{ parameter: "page", code: "too_big", detail }] };
  const hostile = await listen(
    new H3().all("/**", () => Response.json(body, { status: 400 })),
    { host: "127.0.0.1", port: 0 },
  );
  try {
    const { err } = await run(["posts", "list", "--base-url", hostile.url]);
    expect(err).toContain("--page: ␛]0;owned␇ and<U+202E> more\n");
    expect(err).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  } finally {
    await hostile.close();
  }
});

describe("a request that fails", () => {
  it("is reported with a remedy", async () => {
    expect(await run(["posts", "get", "never-written"])).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^error: There is no such path, slug, series or resource\. Drafts and future posts look the same\. \(not-found, /,
      ),
    });
    const refused = await run(["comments", "recent"]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("\n  try again in 5 seconds\n") });
    expect(refused.waits.map((wait) => Math.floor(wait / 1_000))).toEqual([5, 5]);
    const away = await run(["site", "about", "--base-url", "http://127.0.0.1:9"]);
    expect(away).toMatchObject({
      code: 1,
      err: expect.stringContaining("\n  check that http://127.0.0.1:9 is the site's address, and that the site is online\n"),
    });
    expect(away.err).not.toContain("    at ");
    expect((await run(["site", "about", "--base-url", "http://127.0.0.1:9", "--debug"])).err).toContain("    at ");
  }, 60_000);
});

describe("help", () => {
  it("lists every filter with its values, and states its limits", async () => {
    const { code, out } = await run(["posts", "list", "--help"], TERMINAL);
    expect(code).toBe(0);
    for (const option of ["--tag <text>", "--published-from <text>", "--has-code", "--page-size <number>", "--all", "--base-url <address>"])
      expect(out).toContain(`  ${option}`);
    expect(out.replaceAll(/\s+/g, " ")).toContain("One of TEXT, VIDEO, IMAGE.");
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    expect((await run(["posts", "get", "-h"])).out).toContain("<slug>");
    expect((await run(["mcp", "--help"])).out).toMatch(/^octavo-tools mcp: /);
    expect((await run(["posts"])).out).toContain("series [slug]");
    expect(await run([])).toMatchObject({ code: 2, out: "" });
    expect((await run(["--version"])).out).toBe("1.2.3\n");
  });
});
