import { afterEach, beforeEach, expect, it } from "vitest";
import { createData, type DataFixture, NOW } from "../data-fixture.ts";

const DAY_MS = 86_400_000;
const DESK = ["--desk", "https://desk.marsh.example", "--trust-proxy", "127.0.0.1"];
const MAIL = { OCTAVO_MAIL_SMTP: "smtp://127.0.0.1:25", OCTAVO_MAIL_TO: "ines@marsh.example", OCTAVO_MAIL_FROM: "octavo@marsh.example" };

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
  await data.use(({ site }) => site.keep({ name: "Marsh", url: "https://marsh.example", timeZone: "UTC", author: null }));
});
afterEach(() => data.remove());

interface Shown {
  readonly status: string;
  readonly message: string | null;
  readonly findings: readonly { readonly message: string; readonly remedy: string }[];
}

async function check(name: string, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Shown> {
  const { out } = await data.run(["doctor", ...args, "--json"], { env });
  const { checks } = JSON.parse(out) as { checks: (Shown & { name: string })[] };
  return checks.find((each) => each.name === name) ?? expect.fail(`no check ${name}`);
}

const addPasskey = () =>
  data.use(({ access }) =>
    access.addPasskey({ id: "aaaaaaaaaaaa", credential: "c", publicKey: new Uint8Array(8), counter: 0, name: "Phone", createdAt: NOW }),
  );

it("octavo doctor skips a desk without an address, and names the one that a server has served", async () => {
  expect(await check("desk")).toMatchObject({ status: "skipped", message: expect.stringContaining("the desk has no address") });
  await data.use(({ access }) => access.keepDeskPlace("https://desk.marsh.example"));
  expect(await check("desk")).toMatchObject({
    status: "skipped",
    message: expect.stringContaining("served the desk at https://desk.marsh.example"),
  });
});

it("octavo doctor requires a way to sign in: a passkey, a link or mail", async () => {
  const { findings } = await check("desk", DESK);
  expect(findings).toEqual([
    { message: expect.stringContaining("nobody can sign in to the desk"), remedy: expect.stringContaining("octavo desk invite") },
  ]);
  expect(await check("desk", DESK, MAIL)).toMatchObject({ status: "ok", message: expect.stringContaining("links can be sent by email") });
  const link = { hash: new Uint8Array(32), kind: "invite", browser: null, expiresAt: NOW + 1_000 } as const;
  await data.use(({ access }) => access.addLink(link));
  expect((await check("desk", DESK)).status).toBe("ok");
  await addPasskey();
  expect((await check("desk", DESK)).message).toBe(
    "at https://desk.marsh.example; 1 passkey, 0 signed-in browsers; no link can be sent by email (OCTAVO_MAIL_SMTP), so octavo desk invite is the only way to sign in again",
  );
});

it("octavo doctor finds a desk without encryption or behind an untrusted proxy, and recommends its own host name", async () => {
  await addPasskey();
  const plain = await check("desk", ["--desk-path", "/desk", "--public-url", "http://marsh.example", "--trust-proxy", "none"]);
  expect(plain.findings.map(({ message }) => message)).toEqual([
    expect.stringContaining("http://marsh.example/desk, which is not encrypted"),
  ]);
  const untrusted = await check("desk", ["--desk", "https://desk.marsh.example", "--trust-proxy", "none"]);
  expect(untrusted.findings.map(({ message }) => message)).toEqual([expect.stringContaining("behind a proxy, and no proxy is trusted")]);
  const below = await check("desk", ["--desk-path", "/desk", "--public-url", "https://marsh.example", "--trust-proxy", "127.0.0.1"]);
  expect(below).toMatchObject({ status: "ok", message: expect.stringContaining("its own host name (--desk) is safer") });
});

it("octavo doctor finds a key that expires soon", async () => {
  expect((await check("keys")).status).toBe("skipped");
  const add = (id: string, days: number) =>
    data.use(({ ownerKeys }) =>
      ownerKeys.add({ id, name: id, scopes: ["read"], expiresAt: NOW + days * DAY_MS, hash: new Uint8Array(32) }),
    );
  await add("aaaaaaaaaaaa", 300);
  expect(await check("keys")).toMatchObject({
    status: "ok",
    message: expect.stringContaining("1 key is valid; the first expires on 2027-"),
  });
  await add("bbbbbbbbbbbb", 9);
  expect((await check("keys")).findings).toEqual([
    {
      message: expect.stringContaining("the key bbbbbbbbbbbb (bbbbbbbbbbbb) expires on"),
      remedy: expect.stringContaining("octavo keys revoke bbbbbbbbbbbb"),
    },
  ]);
});

it("octavo doctor finds metrics that nobody can read, and metrics that anybody can read", async () => {
  const behind = ["--public-url", "https://marsh.example", "--trust-proxy", "127.0.0.1"];
  expect((await check("metrics")).status).toBe("skipped");
  expect((await check("metrics", behind, { OCTAVO_METRICS: "local" })).status).toBe("ok");
  const open = await check("metrics", ["--public-url", "https://marsh.example", "--trust-proxy", "none"], { OCTAVO_METRICS: "local" });
  expect(open.findings.map(({ message }) => message)).toEqual([expect.stringContaining("anybody may read /metrics")]);
  const unread = await check("metrics", behind, { OCTAVO_METRICS: "1" });
  expect(unread.findings.map(({ message }) => message)).toEqual(["/metrics is on, but no valid key may read it"]);
  await data.use(({ ownerKeys }) =>
    ownerKeys.add({ id: "cccccccccccc", name: "prometheus", scopes: ["figures"], expiresAt: NOW + 99 * DAY_MS, hash: new Uint8Array(32) }),
  );
  expect(await check("metrics", behind, { OCTAVO_METRICS: "1" })).toMatchObject({ status: "ok", message: "1 key may read it" });
});
