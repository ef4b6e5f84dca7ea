import { describe, expect, it } from "vitest";
import { renderDeskMessage } from "../../../../server/desk/desk-html.ts";
import type { Store } from "../../../../server/store/store.ts";
import { createDeskFixture, type DeskBrowser, type DeskFixture, fieldOf, signIn } from "./hosted-fixture.ts";

const MINUTE = 60_000;
const CROSS = { "Sec-Fetch-Site": "cross-site" };
const SESSION = "__Host-octavo-desk";

async function createOwner(base: string): Promise<{ desk: DeskFixture; owner: DeskBrowser }> {
  const desk = createDeskFixture(base === "" ? {} : { path: base });
  const owner = desk.browser();
  await signIn(desk, owner, base);
  await desk.post("/posts/hello/comments", { authorName: "Eve", body: "A secret of the queue" });
  return { desk, owner };
}

/** `waits`: the page ignores input until the owner has seen it. */
async function look(response: Response) {
  const text = await response.text();
  const shown = text.includes("Open the desk") ? "asks" : text.includes("A secret of the queue") ? "queue" : "other";
  return { shown, waits: text.includes('<div class="page" inert>') };
}

/** The address of a page's link, as a browser reads it. */
function linkOf(page: string, start: string): string {
  const all = [...page.matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  return all.find((href) => href.startsWith(start)) ?? "";
}

const read = async (response: Response): Promise<string> => response.text();

describe("a desk on its own host", () => {
  it("shows its pages only to visits from itself or by hand, and waits after the latter", async () => {
    const { owner } = await createOwner("");
    const visit = async (site: string) => look(await owner.get("/", { "Sec-Fetch-Site": site }));
    expect(await visit("same-origin")).toEqual({ shown: "queue", waits: false });
    expect(await visit("none")).toEqual({ shown: "queue", waits: true });
    // The address after a visit from another site, or after a step back to the desk.
    expect(await look(await owner.get("/?wait=1", { "Sec-Fetch-Site": "none" }))).toEqual({ shown: "asks", waits: true });
    for (const site of ["same-site", "cross-site"]) expect(await visit(site)).toEqual({ shown: "asks", waits: true });
  });

  it("asks before every page, and leads to the requested address", async () => {
    const { owner } = await createOwner("");
    for (const path of ["/?text=a&state=spam", "/reading", "/access", "/sign-in", "/confirm?wish=a", "/nothing"]) {
      const page = await read(await owner.get(path, CROSS));
      expect(linkOf(page, "/"), path).toBe(`${path}${path.includes("?") ? "&" : "?"}wait=seen`);
      expect(page).toContain("Open the desk");
      expect(page).toContain("open the link that <code>octavo desk invite</code> prints");
    }
  });

  it("still waits on the page to which the sign-in page leads a browser that is signed in", async () => {
    const { owner } = await createOwner("");
    const opened = await read(await owner.get("/sign-in"));
    const [, next = ""] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(opened) ?? [];
    expect(await look(await owner.get(next, { "Sec-Fetch-Site": "same-origin" }))).toEqual({ shown: "queue", waits: true });
  });
});

describe("a desk below a path of the site", () => {
  it("shows its pages only to visits by hand or with a mark", async () => {
    const { owner } = await createOwner("/desk");
    const visit = async (site: string) => look(await owner.get("/desk/", { "Sec-Fetch-Site": site }));
    expect(await visit("none")).toEqual({ shown: "queue", waits: true });
    // A page of the site has the same origin, and may be hostile.
    for (const site of ["same-origin", "same-site", "cross-site"]) expect(await visit(site)).toEqual({ shown: "asks", waits: true });
  });

  it("recognizes its own links, forms and redirects", async () => {
    const { owner } = await createOwner("/desk");
    const page = await read(await owner.get("/desk/"));
    const inquiries = linkOf(page, "/desk/inquiries");
    expect(inquiries).toMatch(/^\/desk\/inquiries\?mark=[\w.-]+$/);
    const shown = await owner.get(inquiries, CROSS);
    expect(await read(shown)).toContain("<h1>Inquiries</h1>");
    const search = `/desk/?${new URLSearchParams({ mark: fieldOf(page, "mark"), text: "secret" })}`;
    expect(await look(await owner.get(search, CROSS))).toEqual({ shown: "queue", waits: false });
    const id = /id="c-(\w+)"/.exec(page)?.[1] ?? "";
    const fields = { form: fieldOf(page, "form"), revision: "1", do: "approve" };
    const decided = await owner.post(`/desk/comments/${id}?list=pending&text=secret`, fields);
    const next = decided.headers.get("Location") ?? "";
    expect(next).toMatch(/^\/desk\/[^?]*\?mark=[\w.-]+/);
    expect(await look(await owner.get(next.split("#")[0] ?? "", CROSS))).toMatchObject({ shown: expect.not.stringContaining("asks") });
  });

  it("marks the redirect after signing in and out with the cookie that the browser sends next", async () => {
    const { desk, owner } = await createOwner("/desk");
    const form = fieldOf(await read(await owner.get("/desk/access")), "form");
    const out = await owner.post("/desk/access", { form, do: "sign-out" });
    expect(owner.cookies.has(SESSION)).toBe(false);
    expect(await read(await owner.get(out.headers.get("Location") ?? "", CROSS))).toContain("You are signed out");
    await owner.post("/desk/sign-in/mail", {});
    const token = /sign-in\/(\S+)/.exec(desk.mails.at(-1)?.privateText ?? "")?.[1] ?? "";
    const opened = await read(await owner.post("/desk/sign-in/link", { token }));
    const goTo = /content="0;url=([^"]+)"/.exec(opened)?.[1] ?? "";
    expect(await read(await owner.get(goTo, CROSS))).toContain("Signed-in browsers");
  });

  it("accepts no mark that has ended, was altered, or belongs to another path or session", async () => {
    const { desk, owner } = await createOwner("/desk");
    const other = desk.browser();
    await signIn(desk, other, "/desk");
    const page = await read(await owner.get("/desk/"));
    const home = linkOf(page, "/desk/?mark=");
    const mark = new URLSearchParams(home.split("?")[1]).get("mark") ?? "";
    const isShown = async (address: string, browser = owner) => (await look(await browser.get(address, CROSS))).shown === "queue";
    expect(await isShown(home)).toBe(true);
    expect(await isShown(`/desk/comments/a?mark=${mark}`)).toBe(false);
    expect(await isShown(home, other)).toBe(false);
    expect(await isShown(home, desk.browser())).toBe(false);
    const [end = "", hash = ""] = mark.split(".");
    const later = (Number.parseInt(end, 36) + MINUTE).toString(36);
    for (const forged of ["", ".", end, `${later}.${hash}`, `${end}.${hash.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`])
      expect(await isShown(`/desk/?mark=${forged}`), forged).toBe(false);
    // A page of the site can plant a second cookie, whose marks an attacker can have.
    const planted = "P".repeat(43);
    const stranger = desk.browser();
    stranger.cookies.set(SESSION, planted);
    const theirs = linkOf(await read(await stranger.get("/desk/", CROSS)), "/desk/?mark=");
    const cookie = `${SESSION}=${planted}; ${SESSION}=${owner.cookies.get(SESSION)}`;
    expect((await look(await owner.get(theirs, { ...CROSS, Cookie: cookie }))).shown).toBe("asks");
    desk.clock.now += 10 * MINUTE - 1;
    expect(await isShown(home)).toBe(true);
    desk.clock.now += 1;
    expect(await isShown(home)).toBe(false);
    // A clock that was set back makes no mark last longer.
    desk.clock.now -= 20 * MINUTE;
    expect(await isShown(home)).toBe(false);
  });

  it("waits on the sign-in page after a form for signing in, which another site can send", async () => {
    const desk = createDeskFixture({ path: "/desk" });
    const answer = await desk.browser().post("/desk/sign-in/link", { token: "T".repeat(43) }, { ...CROSS, Origin: "null" });
    const page = await read(answer);
    expect(page).toContain("Mail me a link");
    expect(page).toContain('<div class="page" inert>');
  });

  it("writes no mark into pages outside the sandbox", async () => {
    const { owner } = await createOwner("/desk");
    const page = await read(await owner.get("/desk/sign-in"));
    expect(page).toContain("Mail me a link");
    expect(page).not.toContain("mark=");
  });
});

it("a message's link makes the next page wait, and keeps its query and fragment", async () => {
  const page = await read(renderDeskMessage(404, "Nothing", '<a href="/a#b">A</a> <a href="/c?d=e#f">C</a>'));
  expect([linkOf(page, "/a"), linkOf(page, "/c")]).toEqual(["/a?wait=1#b", "/c?d=e&wait=1#f"]);
});

it("the link on a page that another site can cause leads to the page with a number, and only that page opens the desk", async () => {
  for (const base of ["", "/desk"]) {
    const { owner } = await createOwner(base);
    const foreign = { ...CROSS, Origin: "https://evil.example" };
    const causes = [
      await owner.get(`${base}/`, CROSS),
      await owner.post(`${base}/`, {}, foreign),
      await owner.post(`${base}/`, {}, { ...foreign, Origin: "null" }),
      await owner.post(`${base}/comments/a`, {}, { ...foreign, "Content-Type": "text/plain" }),
      await owner.post(`${base}/confirm`, {}, foreign),
    ];
    for (const [number, answer] of causes.entries()) {
      const page = await read(answer);
      // The browser follows the link from a page of the desk's own host, or without an origin.
      const site = base === "" ? "same-origin" : "cross-site";
      const next = await owner.get(linkOf(page, `${base}/`), { "Sec-Fetch-Site": site });
      const shown = number === 0 ? "queue" : "asks";
      expect(await look(next), `${base} ${number}`).toEqual({ shown, waits: true });
    }
  }
});

/** Counts look-ups of sessions. */
function createCounted(base: string): { readonly desk: DeskFixture; readonly found: () => number } {
  let found = 0;
  const count = (real: Store): Store => {
    const findSession: typeof real.access.findSession = async (hash) => {
      found += 1;
      return real.access.findSession(hash);
    };
    return { ...real, access: { ...real.access, findSession } };
  };
  return { desk: createDeskFixture({ ...(base === "" ? {} : { path: base }), store: count }), found: () => found };
}

/** Everything that another site could learn from an answer. */
async function seen(response: Response): Promise<readonly [number, string]> {
  return [response.status, (await response.text()).replace(/mark=[\w.-]+/g, "")];
}

it("the desk looks up no session for a visit from another site, so the owner's takes no longer than a stranger's", async () => {
  for (const base of ["", "/desk"]) {
    const { desk, found } = createCounted(base);
    const owner = desk.browser();
    await signIn(desk, owner, base);
    await owner.get(`${base}/`);
    const before = found();
    expect(before).toBeGreaterThan(0);
    for (const path of [`${base}/reading?days=365`, `${base}/sign-in`]) {
      const [own, strange] = [await owner.get(path, CROSS), await desk.browser().get(path, CROSS)];
      expect(found(), path).toBe(before);
      expect(own.status).toBe(strange.status);
      if (!path.endsWith("/sign-in")) expect(await seen(own)).toEqual(await seen(strange));
    }
  }
});

it("the desk looks up few of many cookies", async () => {
  const { desk, found } = createCounted("");
  const cookie = Array.from({ length: 500 }, (_, number) => `${SESSION}=${String(number).padStart(43, "x")}`).join("; ");
  await desk.browser().get("/", { Cookie: cookie });
  expect(found()).toBe(4);
});

it("the desk refuses another site's form alike for its owner and a stranger, and looks up no session", async () => {
  for (const base of ["", "/desk"]) {
    const { desk, found } = createCounted(base);
    const owner = desk.browser();
    await signIn(desk, owner, base);
    const before = found();
    const foreign = { ...CROSS, Origin: "https://evil.example" };
    const forms: readonly (readonly [string, Record<string, string>, Record<string, string>])[] = [
      ["/", {}, foreign],
      ["/comments/a", { form: "F".repeat(43), do: "approve" }, { ...foreign, Origin: "null" }],
      ["/access", { do: "sign-out" }, { ...foreign, Origin: "null", "Content-Type": "text/plain" }],
      ["/access/passkey", { form: "x".repeat(99_000) }, { ...foreign, Origin: "null" }],
      ["/confirm", { wish: "a" }, { ...foreign, Origin: "null" }],
      ["/sign-in/mail", {}, foreign],
      ["/sign-in/link", { token: "T" }, foreign],
    ];
    for (const [path, fields, headers] of forms) {
      const own = await seen(await owner.post(base + path, fields, headers));
      expect(own, base + path).toEqual(await seen(await desk.browser().post(base + path, fields, headers)));
      expect(own[0], base + path).toBeGreaterThan(402);
    }
    expect(found()).toBe(before);
  }
});
