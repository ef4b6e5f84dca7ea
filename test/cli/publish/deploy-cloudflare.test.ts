import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { createPublishingSite, installStandIn } from "./publishing.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("publishing to Cloudflare takes a snapshot of the online comments if the Worker takes writes", async () => {
  const asked: string[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    "/counts": { posts: {} },
    "/site-settings": { url: "https://marsh.aas.no" },
    "/comments": { items: [] },
  };
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return Response.json(answers[new URL(url).pathname.replace("/api/v1", "")] ?? {});
  });
  const site = await createPublishingSite();
  await installStandIn(site, "wrangler", { whoami: "You are logged in", deploy: "Deployed" });
  expect(await site.publish("--to", "cloudflare", "--writes")).toMatchObject({
    code: 0,
    out: expect.stringContaining("0 comments on 0 posts"),
  });
  expect(asked).toContain("https://marsh.aas.no/api/v1/counts");
  expect(JSON.parse(await readFile(join(site.cwd, "dist/index/v1/comments.json"), "utf8"))).toMatchObject({ packs: [] });
});

it("publishing to Cloudflare takes no snapshot if the site is not online yet, and says so", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  const site = await createPublishingSite();
  await installStandIn(site, "wrangler", { whoami: "You are logged in", deploy: "Deployed" });
  const { code, err } = await site.publish("--to", "cloudflare", "--writes");
  expect([code, err]).toEqual([0, expect.stringContaining("no snapshot of the comments was taken: ")]);
});

it("publishing to Cloudflare checks the login, builds the Worker, then deploys it", async () => {
  const site = await createPublishingSite();
  const readCalls = await installStandIn(site, "wrangler", { whoami: "You are logged in", deploy: "Deployed" });
  const { code, out } = await site.publish("--to", "cloudflare");
  expect([code, out.trim().split("\n").at(-1)]).toEqual([0, "published: https://marsh.aas.no"]);
  expect(await readCalls()).toEqual([["whoami"], ["deploy", "--config", join(site.cwd, "dist/_hosts/cloudflare/wrangler.jsonc")]]);
});

it("publishing to Cloudflare is refused without the tool or a login, before anything is built", async () => {
  const site = await createPublishingSite();
  expect(await site.publish("--to", "cloudflare")).toEqual({
    code: 1,
    out: "",
    err: "octavo: wrangler is neither in this project nor on PATH\nhint: npm install --save-dev wrangler\n",
  });
  const readCalls = await installStandIn(site, "wrangler", { whoami: "You are not authenticated. Please run `wrangler login`." });
  const { code, out, err } = await site.publish("--to", "cloudflare");
  expect([code, out, err]).toEqual([
    1,
    "",
    expect.stringContaining("octavo: wrangler is not logged in to Cloudflare\nhint: run npx wrangler login"),
  ]);
  expect(await readCalls()).toEqual([["whoami"]]);
});

it("publishing to Cloudflare needs no login for a dry run, but reports that it is missing", async () => {
  const site = await createPublishingSite();
  const readCalls = await installStandIn(site, "wrangler", { whoami: "You are not authenticated.", deploy: "Total Upload: 1 KiB" });
  const { code, err } = await site.publish("--to", "cloudflare", "--dry-run");
  expect([code, err]).toEqual([0, expect.stringContaining("wrangler is not logged in: run npx wrangler login")]);
  expect((await readCalls()).at(-1)?.at(-1)).toBe("--dry-run");
});
