import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { createSite, type SiteFixture } from "../site-fixture.ts";
import { createTestIo } from "../test-io.ts";

let site: SiteFixture;
beforeEach(async () => {
  site = await createSite();
});
afterEach(() => site.remove());

async function build(...args: string[]): Promise<{ readonly code: number; readonly said: string }> {
  const io = createTestIo({ cwd: site.cwd });
  const code = await main(["build", ...args], io);
  return { code, said: io.out() + io.err() };
}

const configure = (text: string): Promise<void> => site.write("octavo.config.mjs", `export default { website: true, ${text} };\n`);
const hasProgram = (): Promise<boolean> =>
  access(join(site.cwd, "dist/_worker.js/write-program.js")).then(
    () => true,
    () => false,
  );
async function readConfig(): Promise<Record<string, unknown>> {
  const text = await readFile(join(site.cwd, "dist/_hosts/cloudflare/wrangler.jsonc"), "utf8");
  return JSON.parse(text.replaceAll(/^\/\/.*$/gm, ""));
}

describe("--writes", () => {
  it.each([
    [
      ["--host", "nginx", "--writes"],
      "nginx cannot run the write server, so --writes is only for cloudflare",
      "octavo api on a server of your own",
    ],
    [["--host", "cloudflare,caddy", "--writes"], "caddy cannot run the write server", "build for each host separately"],
    [["--writes"], "--writes goes with --host", "--host cloudflare --writes"],
    [
      ["--host", "cloudflare", "--writes", "--server", "https://api.ines.example"],
      "--writes and --server name two write servers",
      "leave one",
    ],
  ])("refuses %j and says what to do", async (args, message, hint) => {
    const { code, said } = await build(...args);
    expect([code, said]).toEqual([2, expect.stringContaining(message)]);
    expect(said).toContain(hint);
    expect(await hasProgram()).toBe(false);
  });

  it("refuses a site whose pages have no comments", async () => {
    await site.write("octavo.config.mjs", "export default { website: { writeServer: false } };\n");
    expect(await build("--host", "cloudflare", "--writes")).toMatchObject({ code: 2, said: expect.stringContaining("exclude each other") });
  });

  it("writes the write program with its objects, and with the desk if there is one", async () => {
    expect((await build("--host", "cloudflare", "--writes", "--desk-path", "/desk", "--origins", "https://blog.ines.example")).code).toBe(
      0,
    );
    expect(await hasProgram()).toBe(true);
    expect(await readConfig()).toMatchObject({
      vars: { OCTAVO_DESK_PATH: "/desk", OCTAVO_ORIGINS: "https://blog.ines.example" },
      assets: { run_worker_first: expect.arrayContaining(["/desk", "/desk/*", "/owner/v1/*", "/moderate/*"]) },
      durable_objects: { bindings: expect.arrayContaining([{ name: "OCTAVO_WRITES", class_name: "OctavoWrites" }]) },
      kv_namespaces: [{ binding: "OCTAVO_SALTS" }],
    });
  });

  it("lets the Worker answer every path if the desk has its own host name", async () => {
    await build("--host", "cloudflare", "--writes", "--desk", "https://desk.ines.example");
    expect(await readConfig()).toMatchObject({ vars: { OCTAVO_DESK: "https://desk.ines.example" }, assets: { run_worker_first: true } });
  });

  it("lets the service worker send requests to the same host", async () => {
    expect((await build("--host", "cloudflare,github-pages", "--writes")).code).toBe(0);
    expect(await readFile(join(site.cwd, "dist/octavo-sw.js"), "utf8")).toMatch(/OCTAVO_SERVER="https:\/\/[^"]+"/);
  });
});

describe("writes in the configuration", () => {
  it("apply only to that host, with their variables and jurisdiction", async () => {
    await configure(
      'writes: { to: "cloudflare", jurisdiction: "eu", variables: { OCTAVO_REPORT: "weekly", OCTAVO_MAIL_BINDING: "EMAIL" } }',
    );
    expect((await build("--host", "cloudflare,nginx")).code).toBe(0);
    expect(await readConfig()).toMatchObject({
      vars: { OCTAVO_JURISDICTION: "eu", OCTAVO_REPORT: "weekly", OCTAVO_MAIL_BINDING: "EMAIL" },
      send_email: [{ name: "EMAIL" }],
    });
    // With keep_vars, a desk or a jurisdiction that the owner removes would stay.
    expect(await readConfig()).not.toHaveProperty("keep_vars");
    await build("--host", "nginx");
    expect(await hasProgram()).toBe(false);
  });

  it("are not part of a preview", async () => {
    await configure('writes: "cloudflare"');
    expect((await build("--host", "cloudflare", "--preview", "https://preview.marsh.example")).code).toBe(0);
    expect(await hasProgram()).toBe(false);
    expect(await readConfig()).not.toHaveProperty("durable_objects");
  });

  it.each([
    ['writes: "netlify"', '"netlify" is not one of its values (want cloudflare)'],
    ['writes: { to: "cloudflare", jurisdiction: "us" }', '"us" is not one of its values (want eu)'],
    ['writes: { to: "cloudflare", variables: { REPORT: "weekly" } }', "is not a variable of the server"],
  ])("refuse %s", async (text, said) => {
    await configure(text);
    expect(await build("--host", "cloudflare")).toMatchObject({ code: 1, said: expect.stringContaining(said) });
  });

  it.each([
    "OCTAVO_TELEGRAM_TOKEN",
    "OCTAVO_SECRETS",
    "OCTAVO_OWNER_KEY",
  ])("refuse the secret %s, which would be written into the build", async (name) => {
    await configure(`writes: { to: "cloudflare", variables: { ${name}: "1:a" } }`);
    const { code, said } = await build("--host", "cloudflare");
    expect([code, said]).toEqual([1, expect.stringContaining(`writes.variables has ${name}`)]);
    expect(said).not.toContain("1:a");
  });

  it.each(["0", "lots"])("refuse %s rows per day, with which the object could not start", async (rows) => {
    await configure(`writes: { to: "cloudflare", variables: { OCTAVO_ROWS_A_DAY: "${rows}" } }`);
    const { code, said } = await build("--host", "cloudflare");
    expect([code, said]).toEqual([1, expect.stringContaining(`writes.variables: OCTAVO_ROWS_A_DAY="${rows}" is not a number of rows`)]);
    expect(said).toContain("write a whole number from 1, or none");
    expect(await hasProgram()).toBe(false);
  });

  it.each(["1", "none"])("accept %s rows per day", async (rows) => {
    await configure(`writes: { to: "cloudflare", variables: { OCTAVO_ROWS_A_DAY: "${rows}" } }`);
    expect((await build("--host", "cloudflare")).code).toBe(0);
    expect(await readConfig()).toMatchObject({ vars: { OCTAVO_ROWS_A_DAY: rows } });
  });
});
