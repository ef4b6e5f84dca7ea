import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDeskGate } from "../../../server/desk/desk-gate.ts";
import { createData, type DataFixture } from "../../cli/data-fixture.ts";
import { openDesk, type RunningDesk } from "../../cli/desk/desk-client.ts";

let data: DataFixture;
let desk: RunningDesk;
let id: string;
beforeEach(async () => {
  data = await createData();
  id = await data.comment();
  desk = await openDesk(data);
});
afterEach(async () => {
  await desk.end();
  await data.remove();
});

const stateNow = async (): Promise<string | undefined> => (await data.use(({ comments }) => comments.get(id)))?.state;
const approve = { do: "approve", revision: "1" };

describe("the desk's names", () => {
  it.each(["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])("are %s with any port, because a tunnel may use another port", async (name) => {
    for (const host of [`${name}:8080`, name]) {
      const port = host === name ? "80" : "8080";
      const cookie = desk.cookie.replace(/-\d+=/, `-${port}=`);
      expect((await desk.ask("/", { host, cookie })).status, host).toBe(200);
      const sent = await desk.send(
        `/comments/${id}`,
        { ...approve, revision: "9" },
        { host, cookie, origin: `http://${host.toLowerCase()}` },
      );
      expect(sent.status, host).toBe(303);
    }
  });

  it.each([
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example:80",
    "127.0.0.2",
    "0.0.0.0",
    "[::2]",
    "localhost:99999999",
    "localhost:1@evil.example",
  ])("are not %s, whatever cookie and token are sent", async (host) => {
    const token = new URL(desk.link).search;
    for (const path of ["/", `/${token}`, "/inquiries"]) {
      const answer = await desk.ask(path, { host });
      expect([answer.status, answer.text.includes("Ada")]).toEqual([421, false]);
    }
    const sent = await desk.send(`/comments/${id}`, approve, { host, origin: `http://${host}` });
    expect(sent.status).toBe(421);
    expect(await stateNow()).toBe("pending");
  });

  it("must be sent: a request without a Host header is refused", async () => {
    expect((await desk.ask("/", { host: null })).status).toBe(400);
  });
});

describe("the desk's link", () => {
  it("opens the desk once, and sets a cookie for the port that the browser used", async () => {
    expect(desk.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
    const { search } = new URL(desk.link);
    const again = await desk.ask(`/${search}`, { cookie: null });
    expect([again.status, again.headers["set-cookie"]]).toEqual([403, undefined]);
    expect(again.text).toContain("This link was already used");
    // A browser that is signed in stays signed in.
    expect((await desk.ask(`/${search}`)).status).toBe(200);
  });

  it("sets a cookie that scripts cannot read and other sites cannot send, named after the port that the browser sees", () => {
    const gate = createDeskGate({ random: randomBytes });
    const at = `http://localhost:8080/?token=${gate.issue()}`;
    const answer = gate.admit(new Request(at, { headers: { Host: "localhost:8080" } }));
    expect(answer).toEqual({
      kind: "opened",
      cookie: expect.stringMatching(/^octavo-desk-8080=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    });
    expect(gate.admit(new Request(at, { headers: { Host: "localhost:8080" } }))).toEqual({ kind: "used-link" });
  });

  it("becomes invalid once another is printed", () => {
    const gate = createDeskGate({ random: randomBytes });
    const [first, second] = [gate.issue(), gate.issue()];
    const open = (token: string) => gate.admit(new Request(`http://localhost/?token=${token}`, { headers: { Host: "localhost" } })).kind;
    expect([open(first), open(second), open(second)]).toEqual(["used-link", "opened", "used-link"]);
  });

  it("is not used up by a prefetch or a HEAD request", () => {
    const gate = createDeskGate({ random: randomBytes });
    const at = `http://localhost/?token=${gate.issue()}`;
    const looks = [{ method: "HEAD" }, { headers: { "Sec-Purpose": "prefetch" } }, { headers: { "Sec-Purpose": "prefetch;prerender" } }];
    for (const look of looks) {
      const request = new Request(at, { ...look, headers: { Host: "localhost", ...look.headers } });
      expect(gate.admit(request)).toEqual({ kind: "not-now" });
    }
    expect(gate.admit(new Request(at, { headers: { Host: "localhost" } })).kind).toBe("opened");
  });

  it.each([
    ["no cookie", (): string | null => null],
    ["a cookie with another value", (): string => desk.cookie.replace(/=.*/, "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")],
    ["a cookie named after another port", (): string => desk.cookie.replace(/-\d+=/, "-1=")],
    ["an empty cookie", (): string => desk.cookie.replace(/=.*/, "=")],
    ["a cookie in quotes", (): string => desk.cookie.replace(/=(.*)/, '="$1"')],
  ])("admits nobody with %s", async (_, cookie) => {
    for (const path of ["/", `/comments/${id}`, "/inquiries", "/reading", "/notices"]) {
      const answer = await desk.ask(path, { cookie: cookie() });
      expect([answer.status, answer.text.includes("Ada")]).toEqual([403, false]);
    }
    expect((await desk.send(`/comments/${id}`, approve, { cookie: cookie() })).status).toBe(403);
    expect(await stateNow()).toBe("pending");
  });

  it("opens only one desk: another desk's cookie is refused, even if both have the same port", async () => {
    const other = await openDesk(data);
    const stolen = other.cookie.replace(/-\d+=/, `-${desk.port}=`);
    expect((await desk.ask("/", { cookie: stolen })).status).toBe(403);
    // Both cookies side by side, as a browser sends them.
    expect((await desk.ask("/", { cookie: `${other.cookie}; ${stolen}; ${desk.cookie}` })).status).toBe(200);
    await other.end();
  });
});

describe("a form", () => {
  it.each([
    ["without an Origin", { origin: null }],
    ["from null", { origin: "null" }],
    ["from another site", { origin: "https://evil.example" }],
    ["from another port of this machine", { origin: "http://127.0.0.1:3000" }],
    ["from another name of this machine", { origin: "http://localhost" }],
    ["from this name with another scheme", { origin: "https://127.0.0.1" }],
    ["that the browser marks as coming from another site", { headers: { "Sec-Fetch-Site": "cross-site" } }],
    ["that the browser marks as coming from another port", { headers: { "Sec-Fetch-Site": "same-site" } }],
    ["with a wrong token", { form: { ...approve, form: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" } }],
    ["without a token", { form: approve }],
  ])("%s changes nothing", async (_, options) => {
    const answer = await desk.send(`/comments/${id}`, approve, options);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("Nothing was changed");
    expect(await stateNow()).toBe("pending");
  });

  it("of another session changes nothing, because its token belongs to that session", async () => {
    const other = await openDesk(data);
    const foreign = await other.formToken();
    expect((await desk.send(`/comments/${id}`, { ...approve, form: foreign })).status).toBe(403);
    await other.end();
    expect(await stateNow()).toBe("pending");
  });

  it.each([
    ["text/plain", 415],
    ["application/json", 415],
    ["multipart/form-data; boundary=x", 415],
  ])("with the type %s is not read", async (type, status) => {
    expect((await desk.send(`/comments/${id}`, approve, { headers: { "Content-Type": type } })).status).toBe(status);
    expect(await stateNow()).toBe("pending");
  });

  it("that is too large is not read", async () => {
    expect((await desk.send(`/comments/${id}`, { ...approve, text: "x".repeat(200_000) })).status).toBe(413);
    expect(await stateNow()).toBe("pending");
  });

  it("is the only way to change anything: addresses and other methods do nothing", async () => {
    const token = await desk.formToken();
    for (const method of ["GET", "HEAD"]) {
      await desk.ask(`/comments/${id}?do=approve&revision=1&form=${token}`, { method });
      await desk.ask(`/undo?id=${id}&form=${token}`, { method });
    }
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"])
      expect((await desk.send(`/comments/${id}`, approve, { method })).status).toBe(405);
    expect(await stateNow()).toBe("pending");
    expect((await desk.send(`/comments/${id}`, approve)).status).toBe(303);
    expect(await stateNow()).toBe("approved");
  });
});
