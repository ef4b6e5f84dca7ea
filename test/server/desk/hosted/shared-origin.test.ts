import { expect, it } from "vitest";
import { deskInvitation } from "../../../../server/owner/access/access-operations.ts";
import { createOwner as createOperations, toOwnerContext } from "../../../../server/owner/owner-operation.ts";
import { SITE } from "../../api-fixture.ts";
import {
  createDeskFixture,
  type DeskBrowser,
  type DeskFixture,
  fieldOf,
  OPENED,
  openCreation,
  signIn,
  tokenOf,
  withoutMarks,
} from "./hosted-fixture.ts";
import { SoftwarePasskey } from "./software-passkey.ts";

const MINUTE = 60_000;
const [SESSION, BROWSER] = ["__Host-octavo-desk", "__Host-octavo-browser"];
const SANDBOX = "; sandbox allow-forms allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox";
const ORIGIN = new URL(SITE).origin;

/** An owner who has signed in with a mailed link, and has a passkey. */
async function createOwner(): Promise<{ desk: DeskFixture; owner: DeskBrowser; passkey: SoftwarePasskey }> {
  const desk = createDeskFixture({ path: "/desk" });
  const owner = desk.browser();
  await signIn(desk, owner, "/desk");
  const passkey = new SoftwarePasskey();
  const { challenge } = await openCreation(owner, "/desk");
  await owner.post("/desk/access/passkey/new", { name: "Phone", passkey: passkey.create({ origin: ORIGIN, challenge, counter: 1 }) });
  expect(await desk.store.access.listPasskeys()).toHaveLength(1);
  return { desk, owner, passkey };
}

function isSandboxed({ headers }: Response): boolean {
  const policy = headers.get("Content-Security-Policy") ?? "";
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe(policy.includes("sandbox") ? "unsafe-none" : "same-origin");
  return policy.endsWith(SANDBOX) || policy === SANDBOX.slice(2);
}

/** Where the form of the page for strangers leads. */
function toSignIn(page: string): string {
  return `/desk/sign-in?${new URLSearchParams({ next: fieldOf(page, "next") })}`;
}

async function signOut(browser: DeskBrowser): Promise<void> {
  const form = fieldOf(await (await browser.get("/desk/access")).text(), "form");
  await browser.post("/desk/access", { form, do: "sign-out" });
  expect(browser.cookies.has(SESSION)).toBe(false);
}

it("the desk keeps links, redirects and the next page below its path", async () => {
  const desk = createDeskFixture({ path: "/desk" });
  const phone = desk.browser();
  const asked = await (await phone.get("/desk/inquiries?state=spam")).text();
  expect(asked).toContain('action="/desk/sign-in"');
  const shown = await (await phone.get(toSignIn(asked))).text();
  expect(shown).toContain('action="/desk/sign-in/mail"');
  await phone.post("/desk/sign-in/mail", { next: fieldOf(shown, "next") });
  const [token = "", query = ""] = tokenOf(desk.mails[0]).split("?");
  expect(desk.mails[0]?.privateText).toContain("https://ines.example/desk/sign-in/");
  const link = await (await phone.get(`/desk/sign-in/${token}?${query}`)).text();
  const opened = await phone.post("/desk/sign-in/link", { token, next: fieldOf(link, "next") });
  expect(withoutMarks(await opened.text())).toContain('content="0;url=/desk/inquiries?state=spam"');
  const queue = await (await phone.get("/desk")).text();
  expect(withoutMarks(queue)).toContain('href="/desk/inquiries"');
  expect(queue).not.toMatch(/(?:href|action)="\/(?!desk\/)/);
  const form = fieldOf(await (await phone.get("/desk/access")).text(), "form");
  const out = await phone.post("/desk/access", { form, do: "sign-out" });
  expect([out.status, withoutMarks(out.headers.get("Location") ?? "")]).toEqual([303, "/desk/"]);
});

it("the desk sandboxes every page that shows private data, and also redirects and refusals", async () => {
  const { desk, owner } = await createOwner();
  for (const path of ["", "/", "/inquiries", "/reading", "/notices", "/blocking", "/access", "/nothing", `/sign-in/${"T".repeat(43)}`])
    expect(isSandboxed(await owner.get(`/desk${path}`)), path).toBe(true);
  expect(isSandboxed(await owner.get("/desk/", { "Sec-Fetch-Dest": "empty" }))).toBe(true);
  const form = fieldOf(await (await owner.get("/desk/access")).text(), "form");
  expect(isSandboxed(await owner.post("/desk/access", { form: "", do: "sign-out" }))).toBe(true);
  expect(isSandboxed(await owner.post("/desk/access", { form, do: "add-passkey" }))).toBe(true);
  expect(isSandboxed(await desk.browser().get("/desk/comments/abc"))).toBe(true);
  const download = await owner.post("/desk/reading?days=7", { form, file: "posts.csv" });
  expect([download.headers.get("Content-Disposition"), isSandboxed(download)]).toEqual([expect.stringContaining("attachment"), true]);
  // On its own host name, no page of the site shares its origin.
  const apart = createDeskFixture();
  expect(isSandboxed(await apart.browser().get("/"))).toBe(false);
});

it("the desk shows no desk content on pages outside the sandbox or in their addresses", async () => {
  const { desk, owner } = await createOwner();
  await desk.approved("A secret of the queue");
  const access = await (await owner.get("/desk/access")).text();
  const secrets = [fieldOf(access, "form"), fieldOf(access, "ticket"), ...owner.cookies.values(), "A secret", "Phone", "comments/abc"];
  const expectBare = async (response: Response): Promise<string> => {
    expect(isSandboxed(response)).toBe(false);
    const text = await response.text();
    expect(text).toContain("data-passkey");
    for (const secret of secrets) expect(text).not.toContain(secret);
    return text;
  };
  await expectBare(await owner.post("/desk/access/passkey", { form: secrets[0] ?? "", ticket: secrets[1] ?? "" }));
  desk.clock.now += 5 * MINUTE;
  const [{ id } = { id: "" }] = await desk.store.access.listPasskeys();
  const asked = await owner.post("/desk/access", { form: secrets[0] ?? "", id, do: "remove-passkey" });
  const address = asked.headers.get("Location") ?? "";
  expect(address).not.toContain(id);
  expect(await expectBare(await owner.get(address))).not.toContain(id);
  await signOut(owner);
  const next = toSignIn(await (await owner.get("/desk/comments/abc?open=reply")).text());
  expect(next).not.toContain("abc");
  await expectBare(await owner.get(next));
});

it("the desk accepts forms from a page without an origin only with the session's token, and sends cookies with them", async () => {
  const desk = createDeskFixture({ path: "/desk" });
  const owner = desk.browser();
  await owner.get("/desk/sign-in");
  await owner.post("/desk/sign-in/mail", {});
  const opened = await owner.post("/desk/sign-in/link", { token: tokenOf(desk.mails[0]) });
  const cookies = opened.headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=None$/);
  const form = fieldOf(await (await owner.get("/desk/access")).text(), "form");
  const wish = { form, do: "sign-out" };
  const same = { Origin: ORIGIN, "Sec-Fetch-Site": "same-origin" };
  for (const headers of [{}, same]) {
    expect((await owner.post("/desk/access", { ...wish, form: "" }, headers)).status).toBe(403);
    expect((await owner.post("/desk/access", { ...wish, form: `${form.slice(0, -1)}A` }, headers)).status).toBe(403);
  }
  for (const headers of [{ Origin: "https://evil.example" }, { ...same, "Sec-Fetch-Site": "same-site" }, { "Sec-Fetch-Dest": "empty" }])
    expect((await owner.post("/desk/access", wish, headers)).status, JSON.stringify(headers)).toBe(403);
  // Any page without an origin could request emails.
  expect((await owner.post("/desk/sign-in/mail", {}, { Origin: "null", "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  expect(desk.mails.filter(({ kind }) => kind === "link")).toHaveLength(1);
  expect((await owner.post("/desk/access", wish)).status).toBe(303);
});

it("the desk accepts a passkey only in a browser that has signed in with a link (relay)", async () => {
  const { desk, owner, passkey } = await createOwner();
  await signOut(owner);
  const known = fieldOf(await (await owner.get("/desk/sign-in")).text(), "challenge");
  // A page of the site has the owner's passkey answer it, for the attacker's browser.
  const proof = passkey.sign({ origin: ORIGIN, challenge: known, counter: 2 });
  const attacker = desk.browser("203.0.113.9");
  const page = await (await attacker.get("/desk/sign-in")).text();
  expect(fieldOf(page, "challenge")).toBe("");
  expect(page).toContain("first sign in with a link");
  expect(page).toContain("Mail me a link");
  expect((await attacker.post("/desk/sign-in", { proof })).status).toBe(403);
  expect(attacker.cookies.has(SESSION)).toBe(false);
  expect((await owner.post("/desk/sign-in", { proof })).status).toBe(200);
  expect(owner.cookies.has(SESSION)).toBe(true);
  // A revoked browser is a stranger again.
  const [session] = await desk.store.access.listSessions();
  await signOut(owner);
  const again = fieldOf(await (await owner.get("/desk/sign-in")).text(), "challenge");
  await owner.post("/desk/sign-in", { proof: passkey.sign({ origin: ORIGIN, challenge: again, counter: 3 }) });
  for (const { id } of await desk.store.access.listSessions()) await desk.store.access.revokeSession(id);
  expect(session).toBeDefined();
  expect(await (await owner.get("/desk/sign-in")).text()).toContain("first sign in with a link");
});

it("the desk accepts an invitation only with the code that was printed with it, once, whoever knows its address", async () => {
  const desk = createDeskFixture({ path: "/desk" });
  await desk.store.access.keepDeskPlace(`${ORIGIN}/desk`);
  const owner = createOperations(
    toOwnerContext({ ...desk, clock: () => desk.clock.now, random: (bytes) => new Uint8Array(bytes).fill(7) }),
  );
  const { url, code } = await owner(deskInvitation, {});
  const [phone, attacker] = [desk.browser(), desk.browser()];
  const token = new URL(url).pathname.split("/").at(-1) ?? "";
  expect(await (await attacker.get(url.slice(ORIGIN.length))).text()).toContain('name="code"');
  for (const guess of ["", "aaaa-aaaa", token])
    expect((await attacker.post("/desk/sign-in/link", { token, code: guess })).status).toBe(403);
  await phone.get(url.slice(ORIGIN.length));
  const typed = ` ${code?.slice(0, 4).toUpperCase()}-${code?.slice(4)} `;
  expect((await phone.post("/desk/sign-in/link", { token, code: typed })).status).toBe(200);
  expect((await attacker.post("/desk/sign-in/link", { token, code: typed })).status).toBe(403);
  expect(phone.cookies.get(BROWSER)).toMatch(/^[\w-]{43}$/);
});

/**
 * Everything that another site can see of a window that it opened: not its text, but its policies
 * and whether it shows a page.
 */
const SEEN = ["Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy", "Location", "Content-Disposition"];

it("the desk answers strangers and its owner alike, as far as another site can see", async () => {
  const { desk, owner } = await createOwner();
  const foreign = { "Sec-Fetch-Site": "cross-site" };
  const paths = [
    "",
    "/",
    "/inquiries",
    "/reading?days=7&table=posts&format=csv",
    "/access",
    "/nothing",
    "/sign-in",
    "/sign-in?next=a",
    "/confirm?wish=a",
  ];
  for (const path of paths) {
    const [own, strange] = [await owner.get(`/desk${path}`, foreign), await desk.browser().get(`/desk${path}`, foreign)];
    expect(
      SEEN.map((name) => own.headers.get(name)),
      path,
    ).toEqual(SEEN.map((name) => strange.headers.get(name)));
  }
  for (const path of ["/access", "/confirm", "/undo", "/sign-in"]) {
    const [own, strange] = [await owner.post(`/desk${path}`, {}, foreign), await desk.browser().post(`/desk${path}`, {}, foreign)];
    expect(
      SEEN.map((name) => own.headers.get(name)),
      path,
    ).toEqual(SEEN.map((name) => strange.headers.get(name)));
  }
});

it("the desk answers at multiples of 50 ms, so that the time reveals nothing", async () => {
  const times = [0, 7, 100, 163, 200, 250];
  const waits: number[] = [];
  const timer = { now: () => times.shift() ?? 0, wait: async (ms: number) => void waits.push(ms) };
  const browser = createDeskFixture({ path: "/desk", timer }).browser();
  for (let visit = 0; visit < 3; visit++) await browser.get("/desk/");
  expect(waits).toEqual([43, 37, 50]);
});

it("the desk refuses an address that the owner's cookies would make too large for the server, alike for all and at once", async () => {
  const waits: number[] = [];
  const desk = createDeskFixture({ path: "/desk", timer: { now: () => 0, wait: async (ms) => void waits.push(ms) } });
  const owner = desk.browser();
  await signIn(desk, owner, "/desk");
  const held = waits.length;
  const path = `/desk/?author=${"x".repeat(8_200)}`;
  const answers = [await owner.get(path), await desk.browser().get(path)];
  expect(answers.map(({ status }) => status)).toEqual([414, 414]);
  expect(answers.every(isSandboxed)).toBe(true);
  expect(await answers[0]?.text()).toBe(await answers[1]?.text());
  expect(waits).toHaveLength(held);
  expect((await owner.get(`/desk/?author=${"x".repeat(8_000)}`)).status).toBe(200);
});

it("the desk makes the browser clear the site's data, above all a service worker, when its owner signs in", async () => {
  const { desk, owner, passkey } = await createOwner();
  await signOut(owner);
  const challenge = fieldOf(await (await owner.get("/desk/sign-in")).text(), "challenge");
  const opened = await owner.post("/desk/sign-in", { proof: passkey.sign({ origin: ORIGIN, challenge, counter: 2 }) });
  expect(opened.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
  const visit = async (site: string, path: string): Promise<string | null> =>
    (await desk.browser().get(path, { "Sec-Fetch-Site": site })).headers.get("Clear-Site-Data");
  for (const path of ["/desk/", "/desk/sign-in", `/desk/sign-in/${"T".repeat(43)}`]) {
    expect(await visit("none", path), path).toBe('"cache", "storage"');
    for (const site of ["cross-site", "same-site", "same-origin"]) expect(await visit(site, path), path).toBeNull();
  }
  expect((await owner.get("/desk/")).headers.get("Clear-Site-Data")).toBeNull();
});

it("the desk answers no script or frame", async () => {
  const { owner } = await createOwner();
  for (const dest of ["empty", "iframe", "embed", "object", "script"])
    expect((await owner.get("/desk/", { ...OPENED, "Sec-Fetch-Dest": dest })).status).toBe(403);
});
