import { beforeEach, expect, it } from "vitest";
import { createDeskFixture, DESK, type DeskBrowser, type DeskFixture, signIn } from "./hosted-fixture.ts";
import { SoftwarePasskey } from "./software-passkey.ts";

const MINUTE = 60_000;
const SESSION = "__Host-octavo-desk";
const USER_PRESENT_ALONE = 0x01;

let desk: DeskFixture;
let owner: DeskBrowser;
let passkey: SoftwarePasskey;

/** The owner has a passkey whose counter is 10. */
beforeEach(async () => {
  desk = createDeskFixture();
  owner = desk.browser();
  passkey = new SoftwarePasskey();
  await signIn(desk, owner);
  const { form, challenge } = await readPage(owner, "/access");
  const answer = passkey.create({ origin: DESK, challenge, counter: 10 });
  await owner.post("/access", { form, do: "add-passkey", name: "Phone", passkey: answer });
  expect(await desk.store.access.listPasskeys()).toMatchObject([{ name: "Phone", counter: 10 }]);
});

async function readPage(browser: DeskBrowser, path: string): Promise<{ form: string; challenge: string }> {
  const page = await (await browser.get(path)).text();
  const [form = "", challenge = ""] = [/name="form" value="([^"]+)"/, /challenge&quot;:&quot;([\w-]+)/].map(
    (pattern) => pattern.exec(page)?.[1],
  );
  return { form, challenge };
}

/** Sends a passkey's answer from a browser that is not signed in. */
async function answerWith(proof: string, browser = desk.browser()): Promise<boolean> {
  if (browser.cookies.size === 0) await browser.get("/");
  await browser.post("/sign-in", { next: "", proof });
  return browser.cookies.has(SESSION);
}

async function challengeFor(browser: DeskBrowser): Promise<string> {
  return (await readPage(browser, "/")).challenge;
}

it("takes a passkey's answer once, in whatever browser it is sent again", async () => {
  const phone = desk.browser();
  const proof = passkey.sign({ origin: DESK, challenge: await challengeFor(phone), counter: 11 });
  expect(await answerWith(proof, phone)).toBe(true);
  expect(await answerWith(proof)).toBe(false);
  // Authenticators without a counter always send 0, so a replay must fail by its challenge as well.
  const [access] = await desk.store.access.listPasskeys();
  await desk.store.access.usePasskey(access?.id ?? "", 0);
  expect(await answerWith(proof)).toBe(false);
});

it("takes a challenge for five minutes, also when the clock is set back", async () => {
  const phone = desk.browser();
  const [early, late, ahead] = [await challengeFor(phone), await challengeFor(phone), await challengeFor(phone)];
  desk.clock.now += 5 * MINUTE - 1;
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: early, counter: 11 }))).toBe(true);
  desk.clock.now += 1;
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: late, counter: 12 }))).toBe(false);
  desk.clock.now -= 60 * MINUTE;
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: ahead, counter: 13 }))).toBe(false);
});

it("takes an answer once though the clock goes ahead, others sign in, and it is set back", async () => {
  const [access] = await desk.store.access.listPasskeys();
  const withoutCounter = () => desk.store.access.usePasskey(access?.id ?? "", 0);
  await withoutCounter();
  const phone = desk.browser();
  const proof = passkey.sign({ origin: DESK, challenge: await challengeFor(phone), counter: 0 });
  expect(await answerWith(proof, phone)).toBe(true);
  desk.clock.now += 30 * 24 * 60 * MINUTE;
  const ahead = passkey.sign({ origin: DESK, challenge: await challengeFor(desk.browser()), counter: 0 });
  expect(await answerWith(ahead)).toBe(true);
  desk.clock.now -= 30 * 24 * 60 * MINUTE;
  expect(await answerWith(proof)).toBe(false);
  // Even when the time comes that the clock once showed.
  desk.clock.now += 30 * 24 * 60 * MINUTE;
  expect(await answerWith(ahead)).toBe(false);
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: await challengeFor(desk.browser()), counter: 0 }))).toBe(true);
});

it("refuses a counter that falls or stays: somebody has copied the passkey", async () => {
  for (const [counter, isIn] of [
    [12, true],
    [11, false],
    [12, false],
    [0, false],
    [13, true],
  ] as const) {
    const phone = desk.browser();
    expect(await answerWith(passkey.sign({ origin: DESK, challenge: await challengeFor(phone), counter }), phone), `${counter}`).toBe(isIn);
  }
});

it("accepts no challenge of another purpose or session, and none that it did not make", async () => {
  const { challenge: toRegister } = await readPage(owner, "/access");
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: toRegister, counter: 11 }))).toBe(false);
  const foreign = Buffer.alloc(54, 7).toString("base64url");
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: foreign, counter: 12 }))).toBe(false);
  const other = desk.browser();
  await signIn(desk, other);
  const [mine, theirs] = [await readPage(owner, "/access"), await readPage(other, "/access")];
  const copy = new SoftwarePasskey().create({ origin: DESK, challenge: theirs.challenge, counter: 0 });
  await owner.post("/access", { form: mine.form, do: "add-passkey", name: "Copy", passkey: copy });
  expect(await desk.store.access.listPasskeys()).toHaveLength(1);
});

it("refuses another origin, another passkey, a user who was not verified, and text", async () => {
  const challenge = await challengeFor(desk.browser());
  const given = { origin: DESK, challenge, counter: 11 };
  for (const proof of [
    passkey.sign({ ...given, origin: "https://evil.example" }),
    passkey.sign({ ...given, origin: `${DESK}:8443` }),
    passkey.sign({ ...given, flags: USER_PRESENT_ALONE }),
    new SoftwarePasskey().sign(given),
    passkey.create(given),
    "{}",
    "",
  ])
    expect(await answerWith(proof), proof).toBe(false);
  expect(await answerWith(passkey.sign(given))).toBe(true);
});

it("confirms by a passkey's answer for the very session, and not by one from signing in", async () => {
  const { form } = await readPage(owner, "/access");
  const [{ id } = { id: "" }] = await desk.store.access.listPasskeys();
  desk.clock.now += 5 * MINUTE;
  const wish = { form, id, do: "remove-passkey" };
  const signing = await challengeFor(desk.browser());
  const foreign = passkey.sign({ origin: DESK, challenge: signing, counter: 11 });
  const asked = await owner.post("/access", { ...wish, proof: foreign });
  expect([asked.status, (await desk.store.access.listPasskeys()).length]).toEqual([403, 1]);
  const challenge = /challenge&quot;:&quot;([\w-]+)/.exec(await asked.text())?.[1] ?? "";
  const proof = passkey.sign({ origin: DESK, challenge, counter: 12 });
  expect((await owner.post("/access", { ...wish, proof })).status).toBe(303);
  expect(await desk.store.access.listPasskeys()).toEqual([]);
});
