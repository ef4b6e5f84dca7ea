import { join } from "node:path";
import { expect, it } from "vitest";
import { createPublishingSite, installStandIn } from "./publishing.ts";

it("asks who is logged in, builds the Worker, then deploys it", async () => {
  const site = await createPublishingSite();
  const readCalls = await installStandIn(site, "wrangler", { whoami: "You are logged in", deploy: "Deployed" });
  const { code, out } = await site.publish("--to", "cloudflare");
  expect([code, out.trim().split("\n").at(-1)]).toEqual([0, "published: https://marsh.aas.no"]);
  expect(await readCalls()).toEqual([["whoami"], ["deploy", "--config", join(site.cwd, "dist/_hosts/cloudflare/wrangler.jsonc")]]);
});

it("refuses without the tool or a login, before it builds", async () => {
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
    expect.stringContaining("octavo: wrangler is not logged in to Cloudflare\nhint: run wrangler login"),
  ]);
  expect(await readCalls()).toEqual([["whoami"]]);
});

it("needs no login for a dry run, and says that one is missing", async () => {
  const site = await createPublishingSite();
  const readCalls = await installStandIn(site, "wrangler", { whoami: "You are not authenticated.", deploy: "Total Upload: 1 KiB" });
  const { code, err } = await site.publish("--to", "cloudflare", "--dry-run");
  expect([code, err]).toEqual([0, expect.stringContaining("wrangler is not logged in: run wrangler login")]);
  expect((await readCalls()).at(-1)?.at(-1)).toBe("--dry-run");
});
