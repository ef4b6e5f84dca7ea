import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { formatFirstKey } from "../../../server/object/first-key.ts";
import { parseKey } from "../../../server/owner/keys/key-text.ts";
import { StoredSecrets } from "../../../server/secrets/secrets.ts";
import { createSite, type SiteFixture } from "../site-fixture.ts";
import { createTestIo } from "../test-io.ts";

let site: SiteFixture;
beforeEach(async () => {
  site = await createSite();
});
afterEach(() => site.remove());

async function exportSecrets(args: readonly string[] = [], env: Record<string, string> = {}) {
  const io = createTestIo({ cwd: site.cwd, env });
  const code = await main(["secrets", "export", "--host", "cloudflare", ...args], io);
  return { code, err: io.err(), secrets: code === 0 ? (JSON.parse(io.out()) as Record<string, string>) : {} };
}

it("octavo secrets export creates secrets and a first key, and writes only the key's hash to standard output", async () => {
  const { code, err, secrets } = await exportSecrets();
  expect(code).toBe(0);
  const file = join(site.cwd, "data/secrets.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(StoredSecrets.parse(JSON.parse(secrets.OCTAVO_SECRETS ?? ""))).toEqual(JSON.parse(await readFile(file, "utf8")));
  const key = parseKey(/^octo_\S+$/m.exec(err)?.[0] ?? "") ?? expect.fail("no key was shown");
  expect(secrets.OCTAVO_OWNER_KEY).toBe(formatFirstKey(key));
  expect(JSON.stringify(secrets)).not.toContain(key.secret);
});

it("octavo secrets export keeps the secrets, and shows another key each time, or none with --no-key", async () => {
  const [first, second, third] = [await exportSecrets(), await exportSecrets(), await exportSecrets(["--no-key"])];
  expect(second.secrets.OCTAVO_SECRETS).toBe(first.secrets.OCTAVO_SECRETS);
  expect(second.secrets.OCTAVO_OWNER_KEY).not.toBe(first.secrets.OCTAVO_OWNER_KEY);
  expect(Object.keys(third.secrets)).toEqual(["OCTAVO_SECRETS"]);
  expect(third.err).not.toContain("octo_");
});

it("octavo secrets export includes the variables for notices, even from files, but not the configuration's", async () => {
  await site.write("octavo.config.mjs", 'export default { writes: { to: "cloudflare", variables: { OCTAVO_TELEGRAM_CHAT: "7" } } };\n');
  const env = { OCTAVO_TELEGRAM_TOKEN: `123456:${"a".repeat(35)}`, OCTAVO_TELEGRAM_CHAT: "7", OCTAVO_OUT: "elsewhere" };
  const { secrets } = await exportSecrets(["--no-key"], env);
  expect(Object.keys(secrets)).toEqual(["OCTAVO_SECRETS", "OCTAVO_TELEGRAM_TOKEN"]);
});

it.each([
  [{ OCTAVO_MAIL_SMTP: "smtp://a:b@mail.example", OCTAVO_MAIL_TO: "a@mail.example" }, "OCTAVO_MAIL_SMTP needs a server of your own"],
  [{ OCTAVO_REPORT: "daily" }, "OCTAVO_REPORT is"],
])("octavo secrets export refuses %j, with which the server would not start, and writes nothing", async (env, message) => {
  const { code, err } = await exportSecrets([], env);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(err).not.toContain("octo_");
  expect(err).not.toContain("a:b@");
});

it("octavo secrets export asks for the host", async () => {
  const io = createTestIo({ cwd: site.cwd });
  expect([await main(["secrets", "export"], io), io.out()]).toEqual([2, ""]);
  expect(io.err()).toContain("octavo secrets export --host cloudflare");
});
