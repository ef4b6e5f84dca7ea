import { expect, it } from "vitest";
import { createDeskFixture, type DeskFixture, OPENED, signIn, tokenOf } from "./hosted-fixture.ts";

const SITE_ORIGIN = "https://ines.example";
const OWNERS_ALONE = "Comments that wait";

type Ask = (path: string, headers?: Record<string, string>) => Promise<Response>;

/** One request at a time, with the cookies of a browser that is signed in. */
async function openSignedIn(): Promise<{ readonly desk: DeskFixture; readonly ask: Ask }> {
  const desk = createDeskFixture({ path: "/desk" });
  const phone = desk.browser();
  await signIn(desk, phone, "/desk");
  const cookie = [...phone.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ask: Ask = (path, headers = {}) =>
    desk.send("GET", SITE_ORIGIN + path, { headers: { ...OPENED, Host: "ines.example", Cookie: cookie, ...headers }, peer: "192.0.2.1" });
  return { desk, ask };
}

async function redirect(ask: Ask, path: string, policy: string): Promise<string> {
  const response = await ask(path);
  const sent = response.headers.get("Cross-Origin-Opener-Policy");
  expect([response.status, await response.text(), sent], path).toEqual([303, "", policy]);
  expect(response.headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  return response.headers.get("Location") ?? "";
}

/** The address that leads to the page. */
async function openDoor(ask: Ask, path: string): Promise<string> {
  return redirect(ask, await redirect(ask, path, "same-origin"), "unsafe-none");
}

it("answers with the strict policy, without one, then with the page and the strict one", async () => {
  const { ask } = await openSignedIn();
  for (const path of ["/desk/", "/desk/inquiries?state=spam", "/desk/access", "/desk/reading?table=posts&format=csv", "/desk/nothing"]) {
    const location = await openDoor(ask, path);
    expect(location).toMatch(new RegExp(`^${path.replaceAll(/[?/]/g, "\\$&")}[?&]door=[\\w.-]+$`));
    const second = await ask(location);
    expect([303, 200, 404]).toContain(second.status);
    expect(second.status, path).not.toBe(303);
    expect(second.headers.get("Cross-Origin-Opener-Policy"), path).toBe("same-origin");
  }
  expect(await (await ask(await openDoor(ask, "/desk"))).text()).toContain(OWNERS_ALONE);
});

it("opens once, for three seconds, and leads to a new door afterwards", async () => {
  const { desk, ask } = await openSignedIn();
  const used = await openDoor(ask, "/desk/");
  expect(await (await ask(used)).text()).toContain(OWNERS_ALONE);
  const again = await openDoor(ask, used);
  expect(again).toMatch(/^\/desk\/\?door=[^&]+$/);
  desk.clock.now += 2_999;
  expect((await ask(again)).status).toBe(200);
  const late = await openDoor(ask, "/desk/");
  desk.clock.now += 3_000;
  expect((await ask(late)).status).toBe(303);
  // A clock that is set back.
  const early = await openDoor(ask, "/desk/");
  desk.clock.now -= 60_000;
  expect((await ask(early)).status).toBe(303);
});

it("never leads from the first answer's value to the page, and takes each value once", async () => {
  const { ask } = await openSignedIn();
  const first = await redirect(ask, "/desk/", "same-origin");
  const second = await redirect(ask, first, "unsafe-none");
  expect(await redirect(ask, first, "same-origin")).not.toBe(second);
  expect((await ask(second)).status).toBe(200);
  await redirect(ask, second, "same-origin");
});

it("opens only the page that was asked for, in the browser and the session that asked", async () => {
  const { desk, ask } = await openSignedIn();
  const value = new URL(await openDoor(ask, "/desk/"), SITE_ORIGIN).search;
  for (const path of [`/desk/access${value}`, `/desk/${value}&state=spam`, `/desk/${value}x`, `/desk/${value.slice(0, -1)}`])
    expect((await ask(path)).status, path).toBe(303);
  // An attacker's own browser, signed in or not, has other cookies.
  const attacker = desk.browser();
  await attacker.get("/desk/");
  const cookie = [...attacker.cookies].map(([name, text]) => `${name}=${text}`).join("; ");
  for (const theirs of [cookie, ""]) {
    const theirAsk: Ask = (path) => ask(path, { Cookie: theirs });
    const first = await redirect(theirAsk, "/desk/", "same-origin");
    for (const brought of [first, await redirect(theirAsk, first, "unsafe-none")]) await redirect(ask, brought, "same-origin");
  }
  // The failed attempts have not used it up.
  expect((await ask(`/desk/${value}`)).status).toBe(200);
});

it("gives its value to nothing but a browser that shows a page", async () => {
  const { ask } = await openSignedIn();
  for (const headers of [
    { "Sec-Fetch-Dest": "empty" },
    { "Sec-Fetch-Dest": "iframe" },
    { "Sec-Fetch-Mode": "cors" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Service-Worker-Navigation-Preload": "true" },
    { "Sec-Purpose": "prefetch" },
  ]) {
    const response = await ask("/desk/", headers);
    expect([200, 403], JSON.stringify(headers)).toContain(response.status);
    expect([response.headers.get("Location"), await response.text()]).toEqual([null, expect.not.stringContaining("door=")]);
  }
});

it("shows each one-time message until the owner has seen it, and keeps its value out of the addresses in pages", async () => {
  const desk = createDeskFixture({ path: "/desk" });
  const phone = desk.browser();
  const shown = await (await phone.get("/desk/inquiries?state=spam")).text();
  expect(shown).toContain('name="next" value="inquiries?state=spam"');
  await signIn(desk, phone, "/desk");
  expect(tokenOf(desk.mails[0])).not.toContain("door");
  const access = await (await phone.get("/desk/access")).text();
  expect(access).not.toContain("door=");
  const form = /name="form" value="([^"]+)"/.exec(access)?.[1] ?? "";
  await phone.post("/desk/notices", { form, id: "all" });
  const said = await (await phone.get("/desk/notices")).text();
  expect(said).toContain("it was not given up any more");
  expect(said).not.toContain("door=");
});

it("answers a form that nobody of the desk has sent with a page that holds no secret", async () => {
  const desk = createDeskFixture({ path: "/desk" });
  const phone = desk.browser();
  await signIn(desk, phone, "/desk");
  const { id } = (await (await desk.post("/posts/hello/comments", { authorName: "Eve", body: "A secret text" })).json()) as { id: string };
  const form = /name="form" value="([^"]+)"/.exec(await (await phone.get("/desk/access")).text())?.[1] ?? "none";
  for (const path of [
    `/desk/comments/${id}`,
    "/desk/selection",
    "/desk/access",
    "/desk/undo",
    "/desk/nothing",
    "/desk/sign-in",
    "/desk/sign-in/link",
  ])
    for (const wish of ["ban", "preview", "delete", "approve"]) {
      const text = await (await phone.post(path, { form: "A".repeat(43), do: wish, reply: "", days: "30" })).text();
      for (const secret of [form, "A secret text", 'name="form"', "door="]) expect(text, `${path} ${wish}`).not.toContain(secret);
    }
});

it("is not there under a name of its own, which no other page shares", async () => {
  const desk = createDeskFixture();
  const response = await desk.send("GET", "https://desk.ines.example/", { headers: { ...OPENED, Host: "desk.ines.example" } });
  expect([response.status, response.headers.get("Cross-Origin-Opener-Policy")]).toEqual([200, "same-origin"]);
});
