import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { type Serving, serveSite } from "../serving.ts";
import { createSite, type SiteFixture } from "../site-fixture.ts";
import { createTestIo, type TestIo } from "../test-io.ts";

let site: SiteFixture;
let serving: Serving | null = null;

const CONFIG = 'export default {\n  content: "content",\n  static: ["front"],\n};\n';

beforeEach(async () => {
  site = await createSite({ "octavo.config.mts": CONFIG, "front/index.html": "<!doctype html><title>Mine</title>" });
});
afterEach(async () => {
  await serving?.stop();
  serving = null;
  await site.remove();
});

async function run(...args: string[]): Promise<{ readonly code: number; readonly io: TestIo }> {
  const io = createTestIo({ cwd: site.cwd });
  return { code: await main(args, io), io };
}

const PLACE = "octavo.config.mts:3:3";
const WARNING =
  '"front" has an index.html but is a static folder: files that content refers to are found there, but the folder itself is not served';
const LINE = 'write public: "front" instead of its entry in static';

describe("a static folder with a home page", () => {
  it("is reported by check, with the line to write", async () => {
    const { code, io } = await run("check");
    expect(code).toBe(0);
    for (const text of [PLACE, WARNING, LINE]) expect(io.out()).toContain(text);
    expect((await run("check", "--strict")).code).toBe(1);
    expect((await run("check", "--format", "github")).io.out()).toContain("::warning file=octavo.config.mts,line=3");
    expect(JSON.parse((await run("check", "--json")).io.out()).diagnostics).toMatchObject([{ code: "page-folder", line: 3 }]);
  });

  it("that contains the project is not published", async () => {
    await site.write("index.html", "x");
    await site.write("octavo.config.mts", CONFIG.replace("front", "."));
    expect((await run("check")).io.out()).toContain("put the files for visitors into the folder public");
  });

  it.each([["start"], ["dev"]])("is reported once when %s starts", async (command) => {
    serving = await serveSite(site.cwd, command);
    expect(serving.io.err().split(WARNING).length).toBe(2);
    expect(serving.io.err()).toContain(LINE);
  });

  it("is reported by start --read-only", async () => {
    expect((await run("build")).io.err()).not.toContain(WARNING);
    serving = await serveSite(site.cwd, "start", "--read-only");
    expect(serving.io.err().split(WARNING).length).toBe(2);
  });

  it("is served once dev has read the suggested line", async () => {
    serving = await serveSite(site.cwd, "dev");
    const { port, io } = serving;
    expect((await fetch(`http://127.0.0.1:${port}/index.html`)).status).toBe(404);
    await site.write("octavo.config.mts", 'export default {\n  public: "front",\n};\n');
    await io.waitFor("octavo.config.mts: built in");
    const home = await fetch(`http://127.0.0.1:${port}/`);
    expect(await home.text()).toContain("<title>Mine</title>");
  });
});
