import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type StartedHost, startCaddy, startNginx } from "../hosts/web-servers.ts";
import { type ApiProcess, createSystemSite, type SystemSite } from "./api-process.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

const SNAPSHOT_MAX_MS = 60_000;
const COMMENTS = "/api/v1/posts/thaw/comments";
/** The query of `<octavo-comments>`. */
const ELEMENT = `${COMMENTS}?commentsSort=oldest&commentsPage=1`;

let site: SystemSite;
let api: ApiProcess;
let host: StartedHost | null;

beforeEach(async () => {
  site = await createSystemSite();
  const renamed = site.path("content/posts/flood.md");
  await writeFile(renamed, (await readFile(renamed, "utf8")).replace("---\n", "---\naliases: [deluge]\n"));
  const unlisted = "---\ntitle: Frazil\npublishedAt: 2026-01-05\nunlisted: true\naliases: [slush]\n---\n\nLoose needles of ice.\n";
  await writeFile(site.path("content/posts/frazil.md"), unlisted);
  expect((await site.octavo("build")).code).toBe(0);
  api = await site.start({ db: site.path("data/octavo.db") });
  host = null;
});
afterEach(async () => {
  await host?.stop();
  await site.remove();
});

async function comment(body: string, path = COMMENTS): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  const { body: taken } = await api.send({ method: "POST", path, headers, body: { authorName: "Ada", body } });
  const { id } = taken as { id: string };
  expect((await site.octavo("comments", "approve", id)).code).toBe(0);
  return id;
}

async function untilFile(path: string, check: (text: string) => boolean): Promise<void> {
  const look = async (): Promise<void> => expect(check(await readFile(site.path(path), "utf8").catch(() => ""))).toBe(true);
  await vi.waitFor(look, { timeout: SNAPSHOT_MAX_MS, interval: 200 });
}

/** Builds for the host and starts it; it forwards requests to the running server. */
async function serve(program: string, start: typeof startNginx): Promise<StartedHost> {
  const port = /"message":"listening".*?"port":(\d+)/.exec(api.log())?.[1];
  const built = await site.octavo("build", "--host", program, "--server", `http://127.0.0.1:${port}`);
  expect([built.code, built.out]).toEqual([0, expect.anything()]);
  host = await start({ distDir: site.path("dist") });
  return host;
}

const ask = async (origin: string, path: string): Promise<{ status: number; type: string | null; body: string }> => {
  const answer = await fetch(origin + path);
  return { status: answer.status, type: answer.headers.get("Content-Type"), body: await answer.text() };
};

for (const [program, start] of [
  ["nginx", startNginx],
  ["caddy", startCaddy],
] as const) {
  describeWith([program], `${program} without a reader`, () => {
    it("answers each default query about comments with the server's bytes while the server is away", { timeout: 180_000 }, async () => {
      const id = await comment("The ice went *out* today.");
      await comment("A quiet word.", "/api/v1/posts/frazil/comments");
      await untilFile("dist/index/v1/comments.json", (text) => text !== "");
      await untilFile("dist/api/v1/posts/slush/comments.json", (text) => text.includes("A quiet word."));
      const paths = [
        ...[COMMENTS, ELEMENT, `${COMMENTS}.atom`, "/api/v1/posts/flood/comments", "/api/v1/posts/deluge/comments"],
        ...["/api/v1/posts/frazil/comments", "/api/v1/posts/slush/comments", "/api/v1/posts/slush/comments.atom"],
        ...["/api/v1/comments", "/api/v1/comments.atom", "/api/v1/counts"],
      ];
      const { url } = await serve(program, start);
      const live = await Promise.all(paths.map((path) => ask(url, path)));
      expect(live.map(({ status }) => status)).toEqual(paths.map(() => 200));
      await api.kill();
      for (const [at, path] of paths.entries()) expect([path, await ask(url, path)]).toEqual([path, live[at]]);
      const statuses = async (...asked: string[]): Promise<number[]> =>
        Promise.all(asked.map(async (path) => (await ask(url, path)).status));
      expect(await statuses("/api/v1/posts/nothing/comments", "/api/v1/posts/nothing/comments.atom")).toEqual([404, 404]);
      expect(await statuses(`${COMMENTS}?commentsSort=newest`, `${COMMENTS}/${id}`, "/api/v1/posts/flood/comments.atom")).toEqual([
        503, 503, 503,
      ]);
      const away = await fetch(`${url}${COMMENTS}/${id}`);
      expect(away.headers.get("Retry-After")).toBe("5");
      // A deleted comment also vanishes here, although the server is down.
      expect((await site.octavo("comments", "delete", id, "--yes")).code).toBe(0);
      expect((await site.octavo("comments", "snapshot")).code).toBe(0);
      expect(JSON.parse((await ask(url, COMMENTS)).body)).toMatchObject({ items: [], totalComments: 0 });
      expect(JSON.parse((await ask(url, "/api/v1/comments")).body)).toEqual({ items: [] });
      expect((await ask(url, "/api/v1/comments.atom")).body).not.toContain("ice went");
      expect(await statuses(`${COMMENTS}.atom`)).toEqual([503]);
    });
  });
}

describeInBrowser("<octavo-comments>", (openBrowser) => {
  describeWith(["nginx"], "behind nginx without a reader", () => {
    it("shows the comments below a former slug of an unlisted post while the server is away", { timeout: 120_000 }, async () => {
      await comment("A quiet word.", "/api/v1/posts/frazil/comments");
      await untilFile("dist/api/v1/posts/slush/comments.json", (text) => text.includes("A quiet word."));
      const { url } = await serve("nginx", startNginx);
      const script = '<script src="/octavo-elements.js" defer></script>';
      await writeFile(
        site.path("dist/slush.html"),
        `<!doctype html><title>Slush</title>${script}<octavo-comments slug="slush"></octavo-comments>`,
      );
      await api.kill();
      const browser = await openBrowser();
      try {
        const page = await browser.newPage();
        await page.goto(`${url}/slush.html`);
        await page.getByText("A quiet word.").waitFor();
        expect(await page.getByRole("heading", { name: "1 comment" }).count()).toBe(1);
        expect(await page.getByText("One moment").count()).toBe(0);
      } finally {
        await browser.close();
      }
    });
  });
});
