import { describe, expect, it, vi } from "vitest";
import { toDeskAddress } from "../../../../server/desk/hosted/desk-address.ts";
import { createSignInMails } from "../../../../server/desk/hosted/sign-in-mails.ts";
import { createLog } from "../../../../server/log.ts";
import { StoreUnavailable } from "../../../../server/store/store-errors.ts";
import { createDeskFixture, DESK, type DeskBrowser, formTokenOf, signIn, tokenOf } from "./hosted-fixture.ts";

it("the desk shows pages and reports finished steps while the session cannot be written", async () => {
  let isLocked = false;
  const desk = createDeskFixture({
    store: (real) => {
      const unlessLocked =
        <A extends unknown[]>(write: (...values: A) => Promise<void>) =>
        (...values: A): Promise<void> =>
          isLocked ? Promise.reject(new StoreUnavailable("locked", "another process has locked it")) : write(...values);
      const { useSession, keepUndos } = real.access;
      return { ...real, access: { ...real.access, useSession: unlessLocked(useSession), keepUndos: unlessLocked(keepUndos) } };
    },
  });
  const phone = desk.browser();
  await signIn(desk, phone);
  const sent = await desk.post("/posts/hello/comments", { authorName: "Eve", body: "A remark" });
  const { id } = (await sent.json()) as { id: string };
  isLocked = true;
  const shown = await phone.get(`/comments/${id}`);
  expect(shown.status).toBe(200);
  const step = await phone.post(`/comments/${id}`, { form: await formTokenOf(shown), revision: "1", do: "reject" });
  expect(step.status).toBe(303);
  expect(await (await phone.get("/")).text()).toContain("rejected: Eve");
  const messages = desk.logs().map(({ message, msg }) => message ?? msg);
  expect(messages).toContain("the use of the desk by a browser could not be stored");
  expect(messages).toContain("the desk's undo log could not be stored");
});

it("the desk leaves a link as it was if the session cannot be stored", async () => {
  let isFull = false;
  const desk = createDeskFixture({
    store: (real) => {
      const { addSessionByLink } = real.access;
      // The session's id exists already, so the second statement of the transaction fails.
      const fail: typeof addSessionByLink = async (link, session) => {
        const [other] = await real.access.listSessions();
        return addSessionByLink(link, isFull ? { ...session, id: other?.id ?? "" } : session).catch((cause: unknown) => {
          throw new StoreUnavailable("disk-full", "no room", { cause });
        });
      };
      return { ...real, access: { ...real.access, addSessionByLink: fail } };
    },
  });
  await signIn(desk, desk.browser());
  const phone = desk.browser();
  await phone.get("/");
  await phone.post("/sign-in/mail", {});
  const token = tokenOf(desk.mails.at(-1));
  isFull = true;
  const refused = await phone.post("/sign-in/link", { token });
  expect([refused.status, refused.headers.get("Content-Type"), refused.headers.get("Retry-After")]).toEqual([
    503,
    "text/html; charset=utf-8",
    "5",
  ]);
  expect(await refused.text()).toContain("the disk or the database is full. Nothing was changed");
  isFull = false;
  await phone.post("/sign-in/link", { token });
  expect(await (await phone.get("/")).text()).toContain("Pending comments");
});

describe("the desk, when a clock that was ahead is set back,", () => {
  const DAY = 86_400_000;

  it("ignores attempts from the future, and counts the ones from then on", async () => {
    const desk = createDeskFixture();
    const ask = async (browser: DeskBrowser): Promise<number> => (await browser.post("/sign-in/mail", {})).status;
    desk.clock.setBy = 365 * DAY;
    for (const peer of ["198.51.100.1", "198.51.100.2", "198.51.100.3", "203.0.113.5"]) {
      const stranger = desk.browser(peer);
      await stranger.get("/");
      for (let n = 0; n < 3; n += 1) await ask(stranger);
    }
    desk.clock.setBy = 0;
    const owner = desk.browser("203.0.113.5");
    await owner.get("/");
    expect([await ask(owner), await ask(owner), await ask(owner), await ask(owner)]).toEqual([200, 200, 200, 429]);
  });

  it("accepts no link that would be valid for longer than ten minutes", async () => {
    const desk = createDeskFixture();
    const owner = desk.browser();
    desk.clock.setBy = 365 * DAY;
    await owner.get("/");
    await owner.post("/sign-in/mail", {});
    desk.clock.setBy = 0;
    desk.clock.now += 30 * DAY;
    const refused = await owner.post("/sign-in/link", { token: tokenOf(desk.mails.at(-1)) });
    expect([refused.status, owner.cookies.has("__Host-octavo-desk")]).toEqual([403, false]);
    await owner.post("/sign-in/mail", {});
    expect((await owner.post("/sign-in/link", { token: tokenOf(desk.mails.at(-1)) })).status).toBe(200);
  });
});

it("the desk stops within a second even if a mail server does not answer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const log = createLog({ write: () => undefined, clock: () => 0, soon: (run) => run() });
    const hangs = { channel: "mail", secrets: [], send: () => new Promise<void>(() => undefined) } as const;
    const mails = createSignInMails({ senders: [hangs], clock: () => 0, random: (bytes) => new Uint8Array(bytes), log });
    const address = toDeskAddress({ kind: "host", origin: DESK }, null);
    if (address === null) throw new Error("no address");
    mails.sendLink({ token: "A".repeat(43), next: "" }, address, { name: "Ines", url: DESK, timeZone: "UTC" });
    const settled = mails.settle();
    await vi.advanceTimersByTimeAsync(1_000);
    await settled;
  } finally {
    vi.useRealTimers();
  }
});

it("the desk allows at most twenty passkeys, and states this", async () => {
  const desk = createDeskFixture();
  const phone = desk.browser();
  await signIn(desk, phone);
  for (let n = 0; n < 20; n += 1) {
    const id = `aaaaaaaaaa${String.fromCharCode(97 + n)}a`;
    await desk.store.access.addPasskey({
      id,
      credential: id,
      publicKey: new Uint8Array(8),
      counter: 0,
      name: id,
      createdAt: desk.clock.now,
    });
  }
  const page = await (await phone.get("/access")).text();
  expect(page).not.toContain("Add a passkey");
  await phone.post("/access/passkey/new", { name: "One more", passkey: "{}" });
  expect(await (await phone.get("/access")).text()).toContain("there are 20 passkeys already");
});

it("the desk treats /sign-in-x like any other page", async () => {
  const stranger = createDeskFixture({ mail: true }).browser();
  expect(await (await stranger.get("/sign-in-x")).text()).toMatch(/name="next" value="[\w-]{40,}"/);
  expect(await (await stranger.get("/sign-in")).text()).toContain('name="next" value=""');
});
