import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { afterEach, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { deskErrorRoutes, deskRoutes, deskSite } from "../../hosts/caddy/caddy-desk.ts";
import { caddyBlock } from "../../hosts/caddy/caddy-syntax.ts";
import { createTestIo } from "../cli/test-io.ts";
import { type RunningProcess, startProcess } from "../hosts/processes.ts";
import { type ApiProcess, createSystemSite, type SystemSite } from "./api-process.ts";
import { findFreePort } from "./nginx.ts";
import { describeWith } from "./programs.ts";

/** Names under `.localhost` resolve to this machine, and Caddy makes their certificates itself. */
const NAME = "desk.localhost";
const NAVIGATION = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none" };
const FORM_TYPE = "application/x-www-form-urlencoded";

interface DeskAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

describeWith(["caddy"], "the desk behind Caddy", (program) => {
  let site: SystemSite;
  let api: ApiProcess;
  let caddy: RunningProcess | null = null;
  let port: number;
  afterEach(async () => {
    await caddy?.stop();
    caddy = null;
    await site.remove();
  });

  const ask = (path: string, headers: Record<string, string> = NAVIGATION, form: string | null = null): Promise<DeskAnswer> =>
    new Promise((resolve, reject) => {
      const host = headers.Host?.split(":")[0] ?? NAME;
      const sent = request(
        {
          ...{ host: "127.0.0.1", port, path, method: form === null ? "GET" : "POST", servername: host },
          headers: { Host: `${NAME}:${port}`, ...headers, ...(form === null ? {} : { "Content-Type": FORM_TYPE }) },
          rejectUnauthorized: false,
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("end", () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
          );
        },
      );
      sent.on("error", reject);
      sent.end(form ?? undefined);
    });

  /** @param path of the site. Default: the desk has its own name */
  async function startBoth(path?: string): Promise<string> {
    site = await createSystemSite();
    port = await findFreePort();
    const origin = `https://${NAME}:${port}`;
    const place = path === undefined ? { OCTAVO_DESK: origin } : { OCTAVO_DESK_PATH: path, OCTAVO_PUBLIC_URL: origin };
    api = await site.start({ db: site.path("data/octavo.db"), env: place });
    const folder = site.path("caddy");
    await mkdir(folder);
    const server = `http://127.0.0.1:${api.port}`;
    const block = path === undefined ? (deskSite({ origin }, server) ?? []) : siteBlock(origin, { path, server });
    const options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tlocal_certs\n\tskip_install_trust\n}\n";
    await writeFile(`${folder}/Caddyfile`, `${options}${block.join("\n")}\n`);
    caddy = await startProcess({
      command: program,
      args: ["run", "--adapter", "caddyfile", "--config", `${folder}/Caddyfile`],
      env: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
      ready: async () => (await ask(path ?? "/")).status === 200,
    });
    return origin;
  }

  function siteBlock(origin: string, { path, server }: { readonly path: string; readonly server: string }): string[] {
    const options = { desk: { path }, server, reader: null, origins: [], folder: "dist" };
    return caddyBlock(origin, [
      `root * ${site.path("dist")}`,
      ...caddyBlock("route", deskRoutes({ base: "" }, options)),
      ...caddyBlock("handle_errors", deskErrorRoutes(options)),
      "file_server",
    ]);
  }

  async function readInvitation(): Promise<{ readonly link: URL; readonly code: string }> {
    const io = createTestIo({ cwd: site.path("."), now: new Date().toISOString() });
    await main(["desk", "invite", "--quiet"], io);
    const [link = "", code = ""] = io.out().trim().split("\ncode: ");
    return { link: new URL(link), code };
  }

  const cookie = (answer: DeskAnswer): string => [answer.headers["set-cookie"]].flat().map((line) => line?.split(";")[0] ?? "")[0] ?? "";

  it("signs its owner in, answers only its own host name, limits forms, and says when the server is away", async () => {
    const origin = await startBoth();
    const shown = await ask("/");
    expect(shown.text).toContain("octavo desk invite");
    expect(shown.headers).toMatchObject({ "cache-control": "no-store", "cross-origin-opener-policy": "same-origin" });
    expect((await ask("/", { ...NAVIGATION, "Sec-Fetch-Dest": "empty" })).status).toBe(403);

    const { link } = await readInvitation();
    expect(link.origin).toBe(origin);
    const opened = await ask(link.pathname);
    const browser = cookie(opened);
    const fromDesk = { ...NAVIGATION, "Sec-Fetch-Site": "same-origin", Origin: origin };
    const token = link.pathname.split("/").at(-1) ?? "";
    const signedIn = await ask("/sign-in/link", { ...fromDesk, Cookie: browser }, `token=${token}&next=`);
    expect([signedIn.status, cookie(signedIn)]).toEqual([200, expect.stringMatching(/^__Host-/)]);
    const queue = await ask("/", { ...fromDesk, Cookie: `${browser}; ${cookie(signedIn)}` });
    expect(queue.text).toContain("Pending comments");

    // The pages linked in messages also answer there; the site's own paths do not.
    expect((await ask("/moderate/no-such-link")).status).toBe(404);
    expect((await ask("/api/v1/counts")).text).not.toContain('"posts"');
    const tooLarge = await ask("/undo", { ...fromDesk, Cookie: `${browser}; ${cookie(signedIn)}` }, `x=${"y".repeat(200_000)}`);
    // Other hosts of the domain can cause these. They get the same isolation as the desk's pages.
    const overlong = await ask(`/?author=${"x".repeat(8_200)}`);
    const overflown = await ask("/", { ...NAVIGATION, Cookie: "x".repeat(33_000) });
    expect([tooLarge, overlong, overflown].map(({ status }) => status)).toEqual([413, 414, 431]);
    const isolation = { "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin" };
    for (const { headers } of [tooLarge, overlong, overflown]) expect(headers).toMatchObject(isolation);
    await api.stop();
    const away = await ask("/");
    expect([away.status, away.headers["cache-control"], away.text]).toEqual([503, "no-store", "The server of the desk does not answer."]);
  });

  it("signs its owner in below a path of the site, and sandboxes each page that is not about passkeys", async () => {
    const origin = await startBoth("/desk");
    const sandbox = expect.stringContaining("sandbox");
    expect((await ask("/desk/")).headers["content-security-policy"]).toEqual(sandbox);
    const { link, code } = await readInvitation();
    expect(link.href.startsWith(`${origin}/desk/sign-in/`)).toBe(true);
    const browser = cookie(await ask(link.pathname + link.search));
    const fromSandbox = { ...NAVIGATION, "Sec-Fetch-Site": "cross-site", Origin: "null", Cookie: browser };
    const token = link.pathname.split("/").at(-1) ?? "";
    expect((await ask("/desk/sign-in/link", fromSandbox, `token=${token}`)).status).toBe(403);
    const signedIn = await ask("/desk/sign-in/link", fromSandbox, `token=${token}&code=${code}`);
    expect([signedIn.status, signedIn.headers["clear-site-data"]]).toEqual([200, '"cache", "storage"']);
    const goTo = /content="0;url=([^"]+)"/.exec(signedIn.text)?.[1] ?? "";
    const access = await ask(goTo, { ...fromSandbox, Cookie: `${browser}; ${cookie(signedIn)}` });
    expect([access.text, access.headers["content-security-policy"]]).toEqual([expect.stringContaining("Signed-in browsers"), sandbox]);

    const worker = { "Service-Worker": "script" };
    expect([(await ask("/worker.js", worker)).status, (await ask("/octavo-sw.js", worker)).status]).toEqual([403, 404]);
    const overflown = await ask("/desk/", { ...NAVIGATION, Cookie: "x".repeat(33_000) });
    const refusal = { "content-security-policy": "sandbox; frame-ancestors 'none'", "cross-origin-resource-policy": "same-origin" };
    expect(overflown).toMatchObject({ status: 431, headers: refusal });
    const overlong = await ask(`/desk/?author=${"x".repeat(8_200)}`, { ...NAVIGATION, Cookie: "x".repeat(33_000) });
    expect(overlong).toMatchObject({ status: 414, headers: refusal, text: "The address is too long." });
    await api.stop();
    const away = await ask("/desk/");
    expect(away).toMatchObject({ status: 503, headers: refusal });
  });
});
