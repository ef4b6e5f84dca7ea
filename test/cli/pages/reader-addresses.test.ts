import { copyFile, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { main } from "../../../cli/main.ts";
import { createReaderAddresses, type ReaderAddresses } from "../../../cli/pages/reader-addresses.ts";
import { createDistFiles } from "../../../hosts/node/dist-files.ts";
import { createSite, post } from "../site-fixture.ts";
import { createTestIo } from "../test-io.ts";

async function createFinder(): Promise<{ readonly dist: string; readonly find: ReaderAddresses["find"] }> {
  const { cwd, remove } = await createSite({
    "octavo.config.mts": 'export default { urls: { posts: "/{slug}/read", projects: "/{slug}/look", tags: "/about/{slug}/" } };\n',
    "content/posts/elsewhere.md": post("Elsewhere", "2026-01-03", "permalink: /Über uns/dort/\n"),
    "content/posts/index.md": post("Index", "2026-01-03", "slug: other\npermalink: /rain/index.html\ntags: [sea]\n"),
    "content/posts/quiet.md": post("Quiet", "2026-01-04", "unlisted: true\n"),
    "content/projects/loom.md": "---\ntitle: Loom\n---\n\nText.\n",
  });
  onTestFinished(remove);
  const io = createTestIo({ cwd });
  expect([await main(["build"], io), io.err()]).toEqual([0, ""]);
  const dist = join(cwd, "dist");
  return { dist, find: createReaderAddresses(createDistFiles(dist), "").find };
}

it.each([
  ["/first-ice/read", "listed"],
  ["/loom/look/", "listed"],
  ["/%C3%9Cber%20uns/dort", "listed"],
  ["/rain/", "listed"],
  ["/rain/index.html", "listed"],
  ["/about/sea/", "listed"],
  ["/about/wool/", null],
  ["/quiet/read", "unlisted"],
  ["/first-ice/look", null],
  ["/elsewhere/read", null],
  ["/nothing/read", null],
])("%s, which does not end with a slug, is %s", async (path, expected) => {
  const { find } = await createFinder();
  expect(await find(path)).toBe(expected);
});

it("a failed read is tried again by the next request", async () => {
  const { dist, find } = await createFinder();
  const manifest = join(dist, "index/v1/manifest.json");
  await rename(join(dist, "index"), join(dist, "away"));
  // All that an interrupted copy has left.
  await mkdir(join(dist, "index/v1"), { recursive: true });
  await copyFile(join(dist, "away/v1/manifest.json"), manifest);
  await expect(find("/first-ice/read")).rejects.toThrow("the reader cannot read /resolve");
  await rename(manifest, join(dist, "away/v1/manifest.json"));
  await rename(join(dist, "index"), join(dist, "empty"));
  await rename(join(dist, "away"), join(dist, "index"));
  expect(await find("/first-ice/read")).toBe("listed");
});
