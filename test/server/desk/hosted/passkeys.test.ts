import { beforeEach, expect, it } from "vitest";
import { createDeskFixture, DESK, type DeskBrowser, type DeskFixture, fieldOf, openCreation, signIn } from "./hosted-fixture.ts";
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
  const { challenge } = await openCreation(owner);
  await addPasskey(owner, { name: "Phone", answer: passkey.create({ origin: DESK, challenge, counter: 10 }) });
  expect(await desk.store.access.listPasskeys()).toMatchObject([{ name: "Phone", counter: 10 }]);
});

function addPasskey(browser: DeskBrowser, { name, answer }: { readonly name: string; readonly answer: string }): Promise<Response> {
  return browser.post("/access/passkey/new", { name, passkey: answer });
}

/** Sends a passkey's answer from a browser that is not signed in. */
async function answerWith(proof: string, browser = desk.browser()): Promise<boolean> {
  if (browser.cookies.size === 0) await browser.get("/");
  await browser.post("/sign-in", { next: "", proof });
  return browser.cookies.has(SESSION);
}

async function challengeFor(browser: DeskBrowser): Promise<string> {
  return fieldOf(await (await browser.get("/")).text(), "challenge");
}

it("the desk accepts a passkey's answer once, whichever browser repeats it", async () => {
  const phone = desk.browser();
  const proof = passkey.sign({ origin: DESK, challenge: await challengeFor(phone), counter: 11 });
  expect(await answerWith(proof, phone)).toBe(true);
  expect(await answerWith(proof)).toBe(false);
  // Authenticators without a counter always send 0, so a replay must fail by its challenge as well.
  const [access] = await desk.store.access.listPasskeys();
  await desk.store.access.usePasskey(access?.id ?? "", 0);
  expect(await answerWith(proof)).toBe(false);
});

it("the desk accepts a challenge for five minutes, even if the clock is set back", async () => {
  const phone = desk.browser();
  const [early, late, ahead] = [await challengeFor(phone), await challengeFor(phone), await challengeFor(phone)];
  desk.clock.now += 5 * MINUTE - 1;
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: early, counter: 11 }))).toBe(true);
  desk.clock.now += 1;
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: late, counter: 12 }))).toBe(false);
  desk.clock.now -= 60 * MINUTE;
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: ahead, counter: 13 }))).toBe(false);
});

it("the desk accepts an answer once, even if the clock jumps ahead, others sign in, and it is set back", async () => {
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
  // Not even when the time comes that the clock once showed.
  desk.clock.now += 30 * 24 * 60 * MINUTE;
  expect(await answerWith(ahead)).toBe(false);
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: await challengeFor(desk.browser()), counter: 0 }))).toBe(true);
});

it("the desk refuses a counter that does not increase, because the passkey may have been copied", async () => {
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

it("the desk accepts no challenge for another purpose or session, and none that it did not create", async () => {
  const { challenge: toRegister } = await openCreation(owner);
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: toRegister, counter: 11 }))).toBe(false);
  const foreign = Buffer.alloc(54, 7).toString("base64url");
  expect(await answerWith(passkey.sign({ origin: DESK, challenge: foreign, counter: 12 }))).toBe(false);
  const other = desk.browser();
  await signIn(desk, other);
  const { challenge: theirs } = await openCreation(other);
  await addPasskey(owner, { name: "Copy", answer: new SoftwarePasskey().create({ origin: DESK, challenge: theirs, counter: 0 }) });
  expect(await desk.store.access.listPasskeys()).toHaveLength(1);
});

it("the desk refuses another origin, another passkey, a user who was not verified, and text", async () => {
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

it("the desk confirms once with a passkey's answer for this session, not with one from signing in", async () => {
  const form = fieldOf(await (await owner.get("/access")).text(), "form");
  const [{ id } = { id: "" }] = await desk.store.access.listPasskeys();
  const other = desk.browser();
  await signIn(desk, other);
  desk.clock.now += 5 * MINUTE;
  const asked = await owner.post("/access", { form, id, do: "remove-passkey" });
  const address = asked.headers.get("Location") ?? "";
  expect([asked.status, address]).toEqual([303, expect.stringMatching(/^\/confirm\?wish=[\w-]+$/)]);
  const wish = address.slice("/confirm?wish=".length);
  const page = await owner.get(address);
  const text = await page.text();
  expect([page.status, text]).toEqual([403, expect.stringContaining("Confirm that it is you")]);
  expect(text).not.toContain(form);
  expect((await other.get(address)).status).toBe(410);
  const foreign = passkey.sign({ origin: DESK, challenge: await challengeFor(desk.browser()), counter: 11 });
  expect((await owner.post("/confirm", { wish, proof: foreign })).status).toBe(403);
  const proof = passkey.sign({ origin: DESK, challenge: fieldOf(text, "challenge"), counter: 12 });
  expect((await other.post("/confirm", { wish, proof })).status).toBe(410);
  for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, { "Sec-Fetch-Site": "cross-site" }])
    expect((await owner.post("/confirm", { wish, proof }, headers)).status).toBe(403);
  expect((await owner.post("/confirm", { wish: `${wish.slice(0, -1)}A`, proof })).status).toBe(410);
  expect(await desk.store.access.listPasskeys()).toHaveLength(1);
  expect((await owner.post("/confirm", { wish, proof })).status).toBe(303);
  expect(await desk.store.access.listPasskeys()).toEqual([]);
  expect((await owner.post("/confirm", { wish, proof })).status).toBe(403);
});

it("the desk leaves the draft of a reply out of a ban that waits for a confirmation", async () => {
  const form = fieldOf(await (await owner.get("/access")).text(), "form");
  desk.clock.now += 5 * MINUTE;
  const asked = await owner.post(`/comments/${"a".repeat(24)}`, { form, do: "ban", text: "é".repeat(5_000) });
  const page = await owner.get(asked.headers.get("Location") ?? "");
  expect([page.status, await page.text()]).toEqual([403, expect.stringContaining("Confirm that it is you")]);
});

it("the desk keeps a form that waits for a confirmation for five minutes", async () => {
  const form = fieldOf(await (await owner.get("/access")).text(), "form");
  desk.clock.now += 5 * MINUTE;
  const asked = await owner.post("/access", { form, do: "add-passkey" });
  const address = asked.headers.get("Location") ?? "";
  desk.clock.now += 5 * MINUTE - 1;
  expect((await owner.get(address)).status).toBe(403);
  desk.clock.now += 1;
  const ended = await owner.get(address);
  expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining("Nothing was changed")]);
});

it("the desk opens the page for a new passkey once, and only from the owner's access page", async () => {
  const access = await (await owner.get("/access")).text();
  const [form, ticket] = [fieldOf(access, "form"), fieldOf(access, "ticket")];
  const open = async (fields: Record<string, string>): Promise<boolean> =>
    (await (await owner.post("/access/passkey", fields)).text()).includes("challenge");
  expect([await open({ form, ticket: "" }), await open({ form: "", ticket })]).toEqual([false, false]);
  expect([await open({ form, ticket }), await open({ form, ticket })]).toEqual([true, false]);
  const late = fieldOf(await (await owner.get("/access")).text(), "ticket");
  desk.clock.now += 5 * MINUTE;
  expect(await open({ form, ticket: late })).toBe(false);
  // Until the owner confirms, the page offers no way to it.
  expect(fieldOf(await (await owner.get("/access")).text(), "ticket")).toBe("");
});
