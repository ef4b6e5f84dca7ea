import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { createSite, post, type SiteFixture } from "./site-fixture.ts";
import { createTestIo } from "./test-io.ts";

/** A real build in which an upload or a disk has damaged one post. */

const BODY = `# Ice

It "creaks" \\ under <b>boots</b>: é, 漢字, 🦆 and \u2028 more of it.

## What the ice sang

The eider waits.
`;

let site: SiteFixture;
let file: string;
beforeEach(async () => {
  site = await createSite({
    "content/posts/ice.md": `${post("Ice", "2026-01-03").split("\n---\n")[0]}\nexcerpt: Cold.\n---\n${BODY}`,
    "content/posts/thaw.md": post("Thaw", "2026-02-02"),
  });
  file = join(site.cwd, "dist/api/v1/posts/ice.json");
  await build();
});
afterEach(() => site.remove());

async function build(): Promise<void> {
  const io = createTestIo({ cwd: site.cwd });
  expect([await main(["build"], io), io.err()]).toEqual([0, ""]);
}

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const response = await createNodeHost({ distDir: join(site.cwd, "dist") }).fetch(new Request(`http://127.0.0.1/api/v1${path}`));
  return { status: response.status, body: await response.json() };
}

const IN_TEXT = expect.stringContaining("<mark>eider</mark>");
const snippetOf = async (): Promise<unknown> => {
  const { status, body } = await get("/search?q=eider");
  expect(status).toBe(200);
  return (body as { items: { slug: string; snippetHtml: string }[] }).items.find(({ slug }) => slug === "ice")?.snippetHtml;
};

describe("a post whose file is", () => {
  it("intact is found by its text, after a clean build and after later ones", async () => {
    expect(await snippetOf()).toEqual(IN_TEXT);
    for (const more of ["Another line.", "And another.", 'A last "one" \u2028.']) {
      await site.write(
        "content/posts/ice.md",
        `${(await readFile(join(site.cwd, "content/posts/ice.md"), "utf8")).trimEnd()}\n\n${more}\n`,
      );
      await build();
      expect(await snippetOf()).toEqual(IN_TEXT);
      expect((await get("/posts/ice")).status).toBe(200);
    }
    await site.write("content/posts/thaw.md", post("Thawed", "2026-02-02"));
    await build();
    expect(await snippetOf()).toEqual(IN_TEXT);
  });

  it.each([
    ["cut", (text: string) => text.slice(0, -40)],
    ["empty", () => ""],
    ["a page of the host", () => "<!doctype html><title>Home</title>"],
    ["an array", () => "[]"],
    ["cut within a character", (text: string) => Buffer.from(text).subarray(0, text.indexOf("é") + 1)],
  ])("%s answers 503, and is found with its excerpt", async (_, damage) => {
    await writeFile(file, damage(await readFile(file, "utf8")));
    expect(await get("/posts/ice")).toMatchObject({ status: 503, body: { code: "index-unavailable" } });
    expect(await snippetOf()).toBe("Cold.");
    expect((await get("/posts/thaw")).status).toBe(200);
  });

  it("from another build is shown with its excerpt instead of a text that does not match", async () => {
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replaceAll("The eider waits.", "The eider waits no more."));
    expect((await get("/posts/ice")).status).toBe(200);
    expect(await snippetOf()).toBe("Cold.");
    // A change outside the text has no effect.
    await writeFile(file, text.replace('"previousPost":', '"later":{},"previousPost":'));
    expect(await snippetOf()).toEqual(IN_TEXT);
    for (const foreign of ['{"bodyText":7,"excerpt":""}', '{"bodyText":"The eider","excerpt":"e"}', "{}"]) {
      await writeFile(file, foreign);
      expect(await snippetOf(), foreign).toBe("Cold.");
    }
  });
});
