import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { type RawAnswer, sendRaw } from "./http.ts";
import { dryRunWorker, startWrangler } from "./started.ts";
import type { StartedHost } from "./web-servers.ts";

/**
 * A site whose host accepts its writes, from scratch: it is built, its secrets are exported, and
 * wrangler runs it.
 */

const SITE = "https://marsh.aas.no";
let folder: string;
let host: StartedHost;
/** The owner's first key. */
let key: string;

async function octavo(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const PATH = [join(PROJECT_DIR, "test/hosts/node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, HOME: folder, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_API_TOKEN: "" };
  return promisify(execFile)(process.execPath, [join(PROJECT_DIR, "bin/octavo.mjs"), ...args], { cwd: folder, env, maxBuffer: 1 << 24 });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-cloudflare-"));
  await mkdir(join(folder, "content/posts"), { recursive: true });
  await writeFile(
    join(folder, "octavo.config.mjs"),
    'export default { website: true, writes: "cloudflare", publish: { to: "cloudflare" } };\n',
  );
  await writeFile(join(folder, "content/site.yaml"), `name: Marsh\nurl: ${SITE}\n`);
  await writeFile(join(folder, "content/posts/ice.md"), "---\ntitle: Ice\npublishedAt: 2026-01-02\naliases: [frost]\n---\nText.\n");
  const published = await octavo("publish", "--dry-run", "--desk-path", "/desk");
  expect(published.stderr).toMatch(/write-program\.js\s*│?\s*esm/);
  const { stdout, stderr } = await octavo("secrets", "export", "--host", "cloudflare");
  key = /^octo_\S+$/m.exec(stderr)?.[0] ?? expect.fail("no key was shown");
  expect(stdout).not.toContain(key.slice(-43));
  const secrets = Object.entries(JSON.parse(stdout) as Record<string, string>).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(join(folder, "secrets.env"), secrets.join(""));
  host = await startWrangler(join(folder, "dist"), ["--env-file", join(folder, "secrets.env"), "--local-upstream", new URL(SITE).host]);
}, 180_000);
afterAll(async () => {
  await host?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const text = body === undefined ? null : JSON.stringify(body);
  const ask = (): Promise<Response> =>
    fetch(host.url + path, {
      method,
      headers: { "User-Agent": "Firefox/140.0", ...type, ...headers },
      body: text,
      redirect: "manual",
    });
  const answer = await ask();
  // wrangler's own proxy refused it: the Worker never got this request.
  return (await answer.clone().text()).startsWith("Your worker restarted mid-request") ? ask() : answer;
}

const json = async (response: Response): Promise<Record<string, unknown>> => (await response.json()) as Record<string, unknown>;
const owner = (operation: string, input: object): Promise<Response> =>
  send("POST", `/owner/v1/${operation}`, input, { Authorization: `Bearer ${key}` });

/** The headers of a browser that opens a page. `fetch` states its own mode. */
const OPENED = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none" };
const visit = (target: string, headers: Readonly<Record<string, string>> = {}) =>
  sendRaw(host.url, { method: "GET", target, headers: { ...OPENED, ...headers } });
/** The headers of a browser that sends a form of the page. */
const sendForm = (target: string, fields: Readonly<Record<string, string>>, Cookie: string) =>
  sendRaw(host.url, {
    ...{ method: "POST", target, body: new URLSearchParams(fields).toString() },
    headers: { ...OPENED, "Sec-Fetch-Site": "same-origin", Origin: SITE, "Content-Type": "application/x-www-form-urlencoded", Cookie },
  });
const cookiesOf = (headers: RawAnswer["headers"]): string =>
  [...(headers["set-cookie"] ?? "").matchAll(/(?:^|, )(__Host-[^=]+=[^;,]+)/g)].map(([, pair]) => pair).join("; ");

it("wrangler uploads the Worker and the write program, and nothing else", async () => {
  const { modules } = await dryRunWorker(join(folder, "dist"));
  expect(modules).toEqual(["README.md", "index.js", "write-program.js"]);
}, 60_000);

it("the site serves pages and reads from files, and shows a comment after the owner's approval", async () => {
  expect(await (await send("GET", "/posts/ice")).text()).toContain("Ice");
  const submitted = await send("POST", "/api/v1/posts/frost/comments", { authorName: "Ada", body: "Hello, **sea**" });
  expect(submitted.status).toBe(202);
  const { id } = await json(submitted);
  const decided = await owner("comments.decide", { targets: [{ id, revision: 1 }], decision: "approve" });
  expect([decided.status, await decided.text()]).toEqual([200, expect.stringContaining("approved")]);
  expect(await json(await send("GET", "/api/v1/posts/ice/comments"))).toMatchObject({ items: [{ id }], totalComments: 1 });
  expect((await send("GET", "/comments/ice")).status).toBe(200);
});

it("the site answers 404 to a form for a post that does not exist", async () => {
  const posted = await sendForm("/comments/missing", { body: "Hello" }, "");
  expect(posted.status).toBe(404);
});

it("the site counts one like per browser, and shows others the number of likes", async () => {
  const liked = await send("POST", "/api/v1/posts/ice/like");
  expect(await json(liked)).toEqual({ slug: "ice", liked: true, likeCount: 1 });
  const Cookie = String(liked.headers.get("Set-Cookie")).split(";")[0] ?? "";
  expect(await json(await send("GET", "/api/v1/posts/ice/like", undefined, { Cookie }))).toMatchObject({ liked: true });
  const stranger = await send("GET", "/api/v1/posts/frost/like");
  expect(stranger.headers.get("Cache-Control")).toBe("no-store");
  expect(await json(stranger)).toMatchObject({ slug: "ice", liked: false });
  expect((await send("GET", "/api/v1/posts/none/like")).status).toBe(404);
});

it("the site accepts an inquiry and engagement, which the owner finds", async () => {
  const inquiry = { email: "ada@mail.example", message: "Can you weave a sail?" };
  expect((await send("POST", "/api/v1/services/inquiries", inquiry)).status).toBe(201);
  expect(await json(await owner("inquiries.list", {}))).toMatchObject({ items: [{ email: "ada@mail.example" }] });
  const view = { type: "post_view", slug: "ice", path: "/posts/ice" };
  expect(await json(await send("POST", "/api/v1/engagement", { events: [view] }))).toEqual({ accepted: 1, rejected: [] });
});

it("the site serves the desk to a browser with a link that the first key makes, and to nobody else", async () => {
  const { url, code } = await json(await owner("desk.invite", {}));
  const link = new URL(String(url));
  expect(link.href).toMatch(/^https:\/\/marsh\.aas\.no\/desk\/sign-in\//);
  const page = await visit(link.pathname);
  expect([page.status, page.headers["referrer-policy"]]).toEqual([200, "same-origin"]);
  expect((await visit("/desk")).body).not.toContain("ada@mail.example");
  const form = { token: link.pathname.split("/").at(-1) ?? "", code: String(code) };
  const signedIn = await sendForm("/desk/sign-in/link", form, cookiesOf(page.headers));
  expect([signedIn.status, signedIn.headers["set-cookie"]]).toEqual([200, expect.stringContaining("__Host-octavo-desk=")]);
  const Cookie = [cookiesOf(page.headers), cookiesOf(signedIn.headers)].join("; ");
  expect((await visit("/desk/inquiries", { Cookie })).body).toContain("ada@mail.example");
  expect((await send("POST", "/owner/v1/desk.invite", {})).status).toBe(401);
});

it("the site reserves the first key's rights: other keys do not act as the owner", async () => {
  const { key: other } = await json(await owner("keys.add", { name: "laptop" }));
  const asked = await send("POST", "/owner/v1/keys.list", {}, { Authorization: `Bearer ${other}` });
  expect([asked.status, await asked.text()]).toEqual([403, expect.stringContaining("octavo secrets export")]);
});
