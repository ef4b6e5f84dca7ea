import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { describeWith } from "../../system/programs.ts";
import { post } from "../site-fixture.ts";
import { createPublishingSite } from "./publishing.ts";

describeWith(["rsync"], "publishing by rsync", () => {
  it("spares the files of the server and the owner, and removes withdrawn ones", async () => {
    const config = 'export default { website: true, publish: { to: "rsync:the host" } };';
    const site = await createPublishingSite({ "octavo.config.ts": config, "content/posts/second.md": post("Second", "2026-01-03") });
    const host = join(site.cwd, "the host");
    const foreign = [
      "index/v1/comments.json",
      "api/v1/counts.json",
      "api/v1/posts/first-ice/comments.json",
      "mine.html",
      "posts/mine.html",
    ];
    for (const path of foreign) {
      await mkdir(dirname(join(host, path)), { recursive: true });
      await writeFile(join(host, path), "mine");
    }
    expect((await site.publish()).code).toBe(0);
    const list = async (): Promise<readonly string[]> => readdir(host, { recursive: true });
    expect(await list()).toEqual(expect.arrayContaining(["posts/second.html", "api/v1/posts/second.json", "index/v1/manifest.json"]));
    expect((await list()).filter((path) => /^(?:\.octavo|_hosts)/.test(path))).toEqual([]);

    await rm(join(site.cwd, "content/posts/second.md"));
    expect((await site.publish()).code).toBe(0);
    expect((await list()).filter((path) => path.includes("second"))).toEqual([]);
    expect(await list()).toContain("posts/first-ice.html");
    for (const path of foreign) expect([path, await readFile(join(host, path), "utf8")]).toEqual([path, "mine"]);
  });

  it("uploads hashed files first and the manifest last", async () => {
    const site = await createPublishingSite();
    const { err } = await site.publish("--to", "rsync:www", "--dry-run");
    const files = err.split("\n").flatMap((line) => /^>f\S+ (.*)$/.exec(line)?.[1] ?? []);
    const at = (pattern: RegExp): readonly number[] => files.flatMap((path, place) => (pattern.test(path) ? [place] : []));
    expect(Math.min(...at(/^index\/v1\/posts\./))).toBeLessThan(Math.min(...at(/^api\//)));
    expect(Math.max(...at(/manifest\.json$/))).toBeGreaterThan(Math.max(...at(/^api\//)));
  });

  it("keeps the hashed files of the last build for a day", async () => {
    const site = await createPublishingSite();
    await site.publish("--to", "rsync:www");
    const before = (await readdir(join(site.cwd, "www/index/v1"))).filter((name) => /\.[0-9a-f]{12,16}\./.test(name));
    await site.write("content/posts/second.md", post("Second", "2026-01-03"));
    await site.publish("--to", "rsync:www");
    expect(await readdir(join(site.cwd, "www/index/v1"))).toEqual(expect.arrayContaining(before));
  });

  it("refuses a folder that is inside the out folder, or contains it", async () => {
    const site = await createPublishingSite();
    for (const place of ["dist/www", `../${site.cwd.split("/").at(-1)}`])
      expect(await site.publish("--to", `rsync:${place}`)).toMatchObject({
        code: 1,
        err: `octavo: rsync:${place} and the output folder overlap\nhint: name a folder elsewhere\n`,
      });
  });

  it("reports a missing parent of a local folder before it builds", async () => {
    const site = await createPublishingSite();
    const { code, out, err } = await site.publish("--to", "rsync:my hosts/www");
    const parent = join(site.cwd, "my hosts");
    expect([code, out, err]).toEqual([1, "", `octavo: the folder ${parent} does not exist\nhint: create it: mkdir -p '${parent}'\n`]);
    await mkdir(parent);
    expect((await site.publish("--to", "rsync:my hosts/www")).code).toBe(0);
  });

  it("prints rsync's message if the upload fails", async () => {
    const site = await createPublishingSite({ file: "no folder" });
    const { code, err } = await site.publish("--to", "rsync:file/www");
    expect([code, err]).toEqual([1, expect.stringMatching(/octavo: rsync -rc failed with exit code \d+\nhint: see its output above\n$/)]);
  });
});
