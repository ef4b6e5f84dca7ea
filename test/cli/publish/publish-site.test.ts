import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lock } from "proper-lockfile";
import { describe, expect, it } from "vitest";
import { post } from "../site-fixture.ts";
import { createPublishingSite, type PublishingSite } from "./publishing.ts";

const toFolder = (site: PublishingSite): string => `rsync:${site.cwd}/www`;
const readHost = (site: PublishingSite, path: string): Promise<string> => readFile(join(site.cwd, "www", path), "utf8");

describe("octavo publish", () => {
  it("builds, uploads to the target of the configuration, and prints the address", async () => {
    const site = await createPublishingSite({ "octavo.config.ts": 'export default { publish: { to: "rsync:www" } };' });
    const { code, out } = await site.publish();
    expect([code, out.trim().split("\n").at(-1)]).toEqual([0, "published: https://marsh.aas.no"]);
    expect(JSON.parse(await readHost(site, "api/v1/posts/first-ice.json"))).toMatchObject({ title: "First ice" });
  });

  it("with --quiet, prints nothing if all is well", async () => {
    const site = await createPublishingSite();
    expect(await site.publish("--to", toFolder(site), "--quiet")).toEqual({ code: 0, out: "", err: "" });
  });

  it("refuses without a target, or with an impossible one", async () => {
    const site = await createPublishingSite();
    expect(await site.publish()).toMatchObject({
      code: 2,
      err: expect.stringContaining("octavo: no target to publish to is given\nhint: "),
    });
    expect(await site.publish("--to", "ftp:x")).toMatchObject({
      code: 2,
      err: 'octavo: --to is "ftp:x", which is not a target\nhint: want cloudflare, netlify, rsync:<user>@<machine>:<folder>, git:<remote>/<branch>\n',
    });
  });

  it("reports the place of an invalid target in the configuration", async () => {
    const site = await createPublishingSite({
      "octavo.config.ts": 'export default {\n  publish: { to: "git:origin/-x", after: "purge" },\n};',
    });
    const { code, err } = await site.publish();
    expect(code).toBe(1);
    expect(err).toMatch(/^octavo\.config\.ts:2:18 {2}error {2}publish\.to: .*\noctavo: the configuration has mistakes\n$/s);
  });

  it("uploads nothing if the build fails or is incomplete", async () => {
    const site = await createPublishingSite();
    await site.publish("--to", toFolder(site));
    await site.write("content/posts/second.md", post("Second", "never"));
    await site.write("content/posts/first-ice.md", post("Changed", "2026-01-02"));
    const { code, err } = await site.publish("--to", toFolder(site));
    expect(code).toBe(1);
    expect(err).toContain("content/posts/second.md:3:14");
    expect(err).toContain("octavo: nothing was published: the build failed\n");
    expect(JSON.parse(await readHost(site, "api/v1/posts/first-ice.json"))).toMatchObject({ title: "First ice" });
  });

  it.each([
    "https://ines.example",
    "https://marsh.invalid",
    "https://example.com/blog",
    "http://localhost:3000",
    "http://10.0.0.1",
  ])("refuses the placeholder %s", async (url) => {
    const site = await createPublishingSite({ "content/site.yaml": `name: Marsh\nurl: ${url}\n` });
    const { code, out, err } = await site.publish("--to", toFolder(site));
    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe(
      `octavo: nothing was published: ${url} is a placeholder, and every page would link to it\nhint: set the site's own address as url in content/site.yaml\n`,
    );
    // It has not been built either.
    expect(await readdir(site.cwd)).not.toContain("dist");
    await expect(readHost(site, "api/v1.json")).rejects.toThrow("ENOENT");
  });

  it("refuses a symbolic link in the out folder: a host would publish its target", async () => {
    const site = await createPublishingSite();
    await mkdir(join(site.cwd, "dist"));
    await writeFile(join(site.cwd, "secret"), "secret");
    await symlink(join(site.cwd, "secret"), join(site.cwd, "dist/link.txt"));
    const { code, err } = await site.publish("--to", toFolder(site));
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("octavo: link.txt in the out folder is a symbolic link or not a regular file\n"),
    ]);
    await expect(readHost(site, "api/v1.json")).rejects.toThrow("ENOENT");
  });

  it("lets only one run at a time publish a folder", async () => {
    const site = await createPublishingSite();
    const cache = join(site.cwd, ".octavo/cache");
    await mkdir(cache, { recursive: true });
    const release = await lock(cache, { lockfilePath: join(cache, "publish.lock") });
    expect(await site.publish("--to", toFolder(site))).toMatchObject({
      code: 1,
      err: "octavo: another octavo publish is running in this folder\nhint: wait for it, then publish again\n",
    });
    await release();
    expect((await site.publish("--to", toFolder(site))).code).toBe(0);
  });

  it("shows uploads with --dry-run, and uploads nothing", async () => {
    const site = await createPublishingSite();
    const { code, out, err } = await site.publish("--to", toFolder(site), "--dry-run");
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("nothing was published: without --dry-run, the site would be at https://marsh.aas.no\n"),
    ]);
    expect(err).toContain("api/v1/posts/first-ice.json");
    await expect(readHost(site, "api/v1.json")).rejects.toThrow("ENOENT");
  });
});

describe("publish.after", () => {
  const CONFIG = 'export default { publish: { to: "rsync:www", after: ["node", "after.mjs", "two words; $(exit)"] } };';
  const AFTER =
    'import { copyFileSync, writeFileSync } from "node:fs"; const [, , word, file] = process.argv; copyFileSync(file, "seen"); writeFileSync("word", word);';

  it("gets a file with the addresses that changed since the last publication, whatever was built in between", async () => {
    const site = await createPublishingSite({ "octavo.config.ts": CONFIG, "after.mjs": AFTER });
    const readSeen = async (): Promise<string[]> =>
      (await readFile(join(site.cwd, "seen"), "utf8")).split("\n").filter((line) => line !== "");
    expect((await site.publish()).code).toBe(0);
    expect(await readSeen()).toContain("https://marsh.aas.no/api/v1/posts/first-ice");
    expect(await readFile(join(site.cwd, "word"), "utf8")).toBe("two words; $(exit)");
    await site.publish();
    expect(await readSeen()).toEqual([]);
    await site.write("content/posts/second.md", post("Second", "2026-01-03"));
    // The build happens here, so publishing finds nothing to write.
    await site.publish("--dry-run");
    await site.publish();
    expect(await readSeen()).toEqual(expect.arrayContaining(["https://marsh.aas.no/api/v1/posts/second", "https://marsh.aas.no/feed.xml"]));
    expect(await readSeen()).not.toContain("https://marsh.aas.no/api/v1/books");
    await rm(join(site.cwd, "content/posts/second.md"));
    await site.publish();
    expect(await readSeen()).toContain("https://marsh.aas.no/api/v1/posts/second");
  });

  it("is reported if it fails, and gets the same addresses again", async () => {
    const site = await createPublishingSite({ "octavo.config.ts": CONFIG, "after.mjs": "process.exit(3)" });
    const failed = await site.publish();
    expect(failed.code).toBe(1);
    expect(failed.out).toContain("published: https://marsh.aas.no\n");
    expect(failed.err).toContain("octavo: publish.after failed with exit code 3; the site is published\n");
    await site.write("after.mjs", AFTER);
    expect((await site.publish()).code).toBe(0);
    expect(await readFile(join(site.cwd, "seen"), "utf8")).toContain("https://marsh.aas.no/api/v1/posts/first-ice\n");
  });

  it("is reported if there is no such program", async () => {
    const site = await createPublishingSite({
      "octavo.config.ts": 'export default { publish: { to: "rsync:www", after: ["no-such-program"] } };',
    });
    const { code, err } = await site.publish();
    expect([code, err]).toEqual([1, expect.stringContaining("publish.after: there is no program no-such-program; the site is published")]);
  });
});
