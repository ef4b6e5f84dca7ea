import { expect, it } from "vitest";
import { hashSecret } from "../../../../server/owner/keys/key-text.ts";
import { createDeskFixture, DESK, fieldOf, formTokenOf, OPENED, signIn, tokenOf } from "./hosted-fixture.ts";

const MINUTE = 60_000;
const SESSION = "__Host-octavo-desk";
const BROWSER = "__Host-octavo-browser";

it("the desk shows a stranger only the sign-in page", async () => {
  const desk = createDeskFixture();
  const stranger = desk.browser();
  await desk.approved("A secret of the queue");
  for (const path of ["/", "/inquiries", "/reading", "/notices", "/access", "/comments/abcdefghijklmnopqrstuvwx"]) {
    const response = await stranger.get(path);
    const text = await response.text();
    expect(text, path).toContain("Mail me a link");
    expect(text).not.toContain("secret of the queue");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
      "x-robots-tag": "noindex, nofollow",
      nel: '{"report_to":"nel","max_age":0}',
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
  }
});

it("the desk signs in with a mailed link, creates a new session each time, and reports a new browser once", async () => {
  const desk = createDeskFixture();
  const phone = desk.browser();
  await signIn(desk, phone);
  const first = phone.cookies.get(SESSION);
  expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(await (await phone.get("/")).text()).toContain("Pending comments");
  expect(desk.mails.map(({ kind }) => kind)).toEqual(["link", "sign-in"]);
  expect(desk.mails.map(({ text }) => text).join()).not.toContain(tokenOf(desk.mails[0]));
  await phone.post("/access", { form: await formTokenOf(await phone.get("/access")), do: "sign-out" });
  expect(phone.cookies.has(SESSION)).toBe(false);
  await signIn(desk, phone);
  expect(phone.cookies.get(SESSION)).not.toBe(first);
  expect(desk.mails.map(({ kind }) => kind)).toEqual(["link", "sign-in", "link"]);
});

it("the desk shows which channels send messages, or that none is configured", async () => {
  const desk = createDeskFixture();
  const phone = desk.browser();
  await signIn(desk, phone);
  expect(await (await phone.get("/notices")).text()).toContain("Messages reach you by mail. The server sends them while it runs.");
  const silent = createDeskFixture({ mail: false });
  const owner = silent.browser();
  await owner.get("/");
  const token = "A".repeat(43);
  await silent.store.access.addLink({ hash: hashSecret(token), kind: "invite", browser: null, expiresAt: silent.clock.now + MINUTE });
  await owner.post("/sign-in/link", { token });
  expect(await (await owner.get("/notices")).text()).toContain("No channel is configured: you are not notified");
});

it("the desk returns to the requested page after a mailed link, and never to another site", async () => {
  const desk = createDeskFixture();
  const phone = desk.browser();
  const next = fieldOf(await (await phone.get("/comments/abc?open=reply")).text(), "next");
  expect(next).toMatch(/^[\w-]{40,}$/);
  await phone.post("/sign-in/mail", { next });
  const [token = "", query = ""] = tokenOf(desk.mails[0]).split("?");
  expect(query).toBe(`next=${next}`);
  expect(fieldOf(await (await phone.get(`/sign-in/${token}?${query}`)).text(), "next")).toBe(next);
  const opened = await phone.post("/sign-in/link", { token, next });
  expect(await opened.text()).toContain('content="0;url=/comments/abc?open=reply"');
  for (const forged of ["/evil.example", "//evil.example", "https://evil.example", "access", `${next}A`, next.replace(/^./, "?")]) {
    desk.clock.now += 60 * MINUTE;
    await phone.post("/sign-in/mail", { next: forged });
    const [again = ""] = tokenOf(desk.mails.at(-1)).split("?");
    expect(await (await phone.post("/sign-in/link", { token: again, next: forged })).text(), forged).toContain('content="0;url=/access"');
  }
  const doubled = desk.browser();
  const elsewhere = fieldOf(await (await doubled.get("//evil.example/x")).text(), "next");
  await doubled.post("/sign-in/mail", { next: elsewhere });
  const [last = ""] = tokenOf(desk.mails.at(-1)).split("?");
  expect(await (await doubled.post("/sign-in/link", { token: last, next: elsewhere })).text()).toContain('content="0;url=/evil.example/x"');
});

it("the desk does not accept a cookie from before signing in (fixation)", async () => {
  const desk = createDeskFixture();
  const victim = desk.browser();
  victim.cookies.set(SESSION, "A".repeat(43));
  await signIn(desk, victim);
  expect(victim.cookies.get(SESSION)).not.toBe("A".repeat(43));
  const attacker = desk.browser();
  attacker.cookies.set(SESSION, "A".repeat(43));
  expect(await (await attacker.get("/")).text()).toContain("Mail me a link");
});

it("the desk never recognizes a browser by a planted value, and binds no mailed link to one", async () => {
  const desk = createDeskFixture();
  const planted = "P".repeat(43);
  const holds = (value: string, peer?: string): ReturnType<typeof desk.browser> => {
    const browser = desk.browser(peer);
    browser.cookies.set(BROWSER, value);
    return browser;
  };
  const countNotices = (): number => desk.mails.filter(({ kind }) => kind === "sign-in").length;
  const owner = holds(planted);
  await owner.post("/sign-in/mail", {});
  const token = tokenOf(desk.mails.at(-1));
  expect((await holds(planted).post("/sign-in/link", { token })).status).toBe(403);
  // A partitioned cookie can be sent before the desk's own.
  const issued = owner.cookies.get(BROWSER) ?? "";
  const cookie = `${BROWSER}=${planted}; ${BROWSER}=${issued}`;
  const opened = await owner.post("/sign-in/link", { token }, { Cookie: cookie });
  expect([opened.status, countNotices()]).toEqual([200, 1]);
  const renewed = owner.cookies.get(BROWSER) ?? "";
  expect(new Set([planted, issued, renewed]).size).toBe(3);
  let expected = 1;
  for (const value of [planted, issued]) {
    await signIn(desk, holds(value));
    expected += 1;
    expect(countNotices(), value).toBe(expected);
  }
  const same = holds(renewed);
  await signIn(desk, same);
  expect(countNotices()).toBe(expected);
  // The value from before the last sign-in is worthless.
  expect(same.cookies.get(BROWSER)).not.toBe(renewed);
  await signIn(desk, holds(renewed, "203.0.113.9"));
  expect(countNotices()).toBe(expected + 1);
});

it("the desk accepts a link once, within ten minutes, only in the browser that requested it, and only when confirmed", async () => {
  const desk = createDeskFixture();
  const [owner, other] = [desk.browser(), desk.browser()];
  await owner.get("/");
  await other.get("/");
  await owner.post("/sign-in/mail", {});
  const token = tokenOf(desk.mails[0]);
  // A mail scanner opens it.
  await other.get(`/sign-in/${token}`);
  await other.post("/sign-in/link", { token });
  expect(other.cookies.has(SESSION)).toBe(false);
  const cookie = owner.cookies.get(BROWSER) ?? "";
  desk.clock.now += 9 * MINUTE;
  await owner.post("/sign-in/link", { token });
  expect(owner.cookies.has(SESSION)).toBe(true);
  const again = desk.browser();
  again.cookies.set(BROWSER, cookie);
  expect((await again.post("/sign-in/link", { token })).status).toBe(403);
  await again.post("/sign-in/mail", {});
  desk.clock.now += 10 * MINUTE;
  expect((await again.post("/sign-in/link", { token: tokenOf(desk.mails.at(-1)) })).status).toBe(403);
  expect(again.cookies.has(SESSION)).toBe(false);
});

it("the desk accepts an invitation only in the first browser that opens it", async () => {
  const desk = createDeskFixture();
  const token = "T".repeat(43);
  const invite = (): Promise<void> =>
    desk.store.access.addLink({ hash: hashSecret(token), kind: "invite", browser: null, expiresAt: desk.clock.now + MINUTE });
  await invite();
  const [scanner, owner, other] = [desk.browser(), desk.browser(), desk.browser()];
  // A program that checks links shows no page.
  await scanner.get(`/sign-in/${token}`, { "Sec-Fetch-Dest": "empty" });
  // A value planted by a page would also be known elsewhere.
  owner.cookies.set(BROWSER, "P".repeat(43));
  await owner.get(`/sign-in/${token}`);
  expect(owner.cookies.get(BROWSER)).not.toBe("P".repeat(43));
  other.cookies.set(BROWSER, "P".repeat(43));
  await other.get(`/sign-in/${token}`);
  expect((await other.post("/sign-in/link", { token })).status).toBe(403);
  await owner.get(`/sign-in/${token}`);
  expect((await owner.post("/sign-in/link", { token })).status).toBe(200);
  expect(owner.cookies.has(SESSION)).toBe(true);
});

it("the desk answers only browsers that show a page", async () => {
  const desk = createDeskFixture();
  const phone = desk.browser();
  await signIn(desk, phone);
  for (const [name, value] of [
    ["Sec-Fetch-Dest", "empty"],
    ["Sec-Fetch-Dest", "iframe"],
    ["Sec-Fetch-Dest", "script"],
    ["Sec-Fetch-Mode", "cors"],
    ["Sec-Fetch-Mode", "no-cors"],
  ] as const) {
    const response = await phone.get("/", { [name]: value });
    expect([response.status, await response.text()], value).toEqual([403, expect.not.stringContaining("Pending comments")]);
  }
  // A service worker of the site can read a page that it lets the browser preload.
  for (const value of ["true", ""]) {
    const preloaded = await phone.get("/", { "Service-Worker-Navigation-Preload": value });
    expect([preloaded.status, await preloaded.text()]).toEqual([403, expect.not.stringContaining("Pending comments")]);
  }
  // A browser that prefetches neither sees it nor uses up notices that are shown once.
  for (const purpose of ["prefetch", "prefetch;prerender"]) {
    const ahead = await phone.get("/", { "Sec-Purpose": purpose });
    expect([ahead.status, await ahead.text()]).toEqual([403, expect.not.stringContaining("Pending comments")]);
  }
  const { "Sec-Fetch-Dest": _, ...without } = OPENED;
  const cookie = `${SESSION}=${phone.cookies.get(SESSION)}`;
  const bare = await desk.send("GET", `${DESK}/`, { headers: { ...without, Host: "desk.ines.example", Cookie: cookie } });
  expect(bare.status).toBe(403);
});

it("the desk leads a visit from another site on to its own host, whatever the path contains", async () => {
  const desk = createDeskFixture();
  const phone = desk.browser();
  for (const path of ["//evil.example/x", "/.//evil.example/x", "/\\evil.example/x", "///evil.example/x", "/\\/evil.example/x"]) {
    const text = await (await phone.get(path, { "Sec-Fetch-Site": "cross-site" })).text();
    expect(text, path).toContain('href="/evil.example/x?wait=seen"');
    expect(text).not.toContain("http-equiv");
  }
});

it("the desk accepts no form from another origin or without the session's token", async () => {
  const desk = createDeskFixture();
  const phone = desk.browser();
  await signIn(desk, phone);
  const form = await formTokenOf(await phone.get("/access"));
  const wish = { form, do: "sign-out" };
  for (const headers of [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "cross-site" },
  ])
    expect((await phone.post("/access", wish, headers)).status, JSON.stringify(headers)).toBe(403);
  expect((await phone.post("/access", { ...wish, form: "" })).status).toBe(403);
  const other = desk.browser();
  await signIn(desk, other);
  expect((await phone.post("/access", { ...wish, form: await formTokenOf(await other.get("/access")) })).status).toBe(403);
  expect((await phone.get("/")).status).toBe(200);
  expect((await phone.post("/access", wish)).status).toBe(303);
});

it("the desk does not exist under another host name (rebinding), and does not affect the site's own paths", async () => {
  const desk = createDeskFixture();
  const response = await desk.send("GET", "https://evil.example/access", { headers: { ...OPENED, Host: "evil.example" } });
  expect(response.status).toBe(404);
  const below = createDeskFixture({ path: "/desk" });
  const rebound = await below.send("GET", "https://evil.example/desk/", { headers: { ...OPENED, Host: "evil.example" } });
  expect(rebound.status).toBe(421);
  expect((await below.send("GET", "https://ines.example/desks", { headers: OPENED })).status).toBe(404);
});

it("the desk limits wrong answers by address and in total, remembers them, and still admits the owner", async () => {
  const desk = createDeskFixture();
  const owner = desk.browser();
  await owner.get("/");
  await owner.post("/sign-in/mail", {});
  const guess = async (peer: string): Promise<number> => {
    const attacker = desk.browser(peer);
    attacker.cookies.set(BROWSER, "B".repeat(43));
    return (await attacker.post("/sign-in/link", { token: "C".repeat(43) })).status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push(await guess("203.0.113.1"));
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
  for (let n = 0; n < 290; n += 1) expect(await guess(`198.51.100.${n % 250}`)).toBe(403);
  expect(await guess("203.0.113.99")).toBe(429);
  await owner.post("/sign-in/link", { token: tokenOf(desk.mails[0]) });
  expect((await owner.get("/")).status).toBe(200);
  desk.clock.now += 10 * MINUTE;
  expect(await guess("203.0.113.1")).toBe(403);
});

it("the desk mails at most three links per hour on request", async () => {
  const desk = createDeskFixture();
  const browser = desk.browser();
  await browser.get("/");
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await browser.post("/sign-in/mail", {})).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(desk.mails).toHaveLength(3);
});

it("the desk gives a browser that has signed in its own limit of emails, whatever strangers request", async () => {
  const desk = createDeskFixture();
  const owner = desk.browser();
  await signIn(desk, owner);
  await owner.post("/access", { form: await formTokenOf(await owner.get("/access")), do: "sign-out" });
  const ask = async (browser: ReturnType<typeof desk.browser>): Promise<number> => {
    await browser.get("/");
    return (await browser.post("/sign-in/mail", {})).status;
  };
  const strangers: number[] = [];
  for (let n = 0; n < 12; n += 1) strangers.push(await ask(desk.browser(`203.0.113.${n}`)));
  // The owner's first mail counted, because the browser was new then.
  expect(strangers).toEqual([...Array(9).fill(200), 429, 429, 429]);
  const owners = [await ask(owner), await ask(owner), await ask(owner), await ask(owner)];
  expect(owners).toEqual([200, 200, 200, 429]);
  await owner.post("/sign-in/link", { token: tokenOf(desk.mails.at(-1)) });
  expect(owner.cookies.has(SESSION)).toBe(true);
  // After revocation, a browser is a stranger again.
  const [session] = await desk.store.access.listSessions();
  expect(await desk.store.access.revokeSession(session?.id ?? "")).toBe(true);
  desk.clock.now += 61 * MINUTE;
  for (let n = 0; n < 10; n += 1) await ask(desk.browser(`203.0.113.${n}`));
  expect(await ask(owner)).toBe(429);
});

it("the desk asks for confirmation before a ban once five minutes have passed, and does nothing until then", async () => {
  const desk = createDeskFixture();
  const phone = desk.browser();
  await signIn(desk, phone);
  const { id } = (await (
    await desk.post("/posts/hello/comments", { authorName: "Eve", body: "casino", authorEmail: "eve@evil.example" })
  ).json()) as { id: string };
  const form = await formTokenOf(await phone.get(`/comments/${id}`));
  const ban = { form, revision: "1", do: "ban", days: "30" };
  desk.clock.now += 5 * MINUTE;
  const asked = await phone.post(`/comments/${id}`, ban);
  expect([asked.status, await asked.text()]).toEqual([403, expect.stringContaining("Confirm that it is you")]);
  // Setting the clock back does not help either.
  desk.clock.now -= 60 * MINUTE;
  expect((await phone.post(`/comments/${id}`, ban)).status).toBe(403);
  desk.clock.now += 60 * MINUTE;
  expect(await desk.store.bans.list()).toEqual([]);
  expect((await phone.post(`/comments/${id}`, { ...ban, do: "approve" })).status).toBe(303);
  desk.clock.now -= 1;
  expect((await phone.post(`/comments/${id}`, { ...ban, revision: "2" })).status).toBe(303);
  expect(await desk.store.bans.list()).not.toEqual([]);
});

it("the desk ends a session immediately when it is revoked, or after 30 days", async () => {
  const desk = createDeskFixture();
  const [phone, lost] = [desk.browser(), desk.browser()];
  await signIn(desk, phone);
  await signIn(desk, lost);
  expect(await desk.store.access.listSessions()).toHaveLength(2);
  const page = await (await phone.get("/access")).text();
  const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const id = /name="id" value="([^"]+)"><button type="submit" name="do" value="revoke"/.exec(page)?.[1] ?? "";
  await phone.post("/access", { form, id, do: "revoke" });
  expect(await (await lost.get("/")).text()).toContain("Mail me a link");
  desk.clock.now += 30 * 86_400_000;
  expect(await (await phone.get("/")).text()).toContain("Mail me a link");
});

it("the desk neither stores nor logs secrets in plain text", async () => {
  const desk = createDeskFixture();
  const phone = desk.browser();
  await signIn(desk, phone);
  const secrets = [...phone.cookies.values(), tokenOf(desk.mails[0])];
  const stored = JSON.stringify([await desk.store.access.listSessions(), desk.rawLog()]);
  for (const secret of secrets) expect(stored).not.toContain(secret);
  expect(desk.logs().filter(({ route }) => route === "desk").length).toBeGreaterThan(2);
});
