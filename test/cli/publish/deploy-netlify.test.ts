import { join } from "node:path";
import { expect, it } from "vitest";
import { createPublishingSite, installStandIn } from "./publishing.ts";

it("publishing to Netlify checks the login, builds, then deploys the out folder without another build", async () => {
  const site = await createPublishingSite({ "netlify.toml": "" });
  const readCalls = await installStandIn(site, "netlify", { status: "Current project: marsh", deploy: "Deploy is live!" });
  const { code, out, err } = await site.publish("--to", "netlify");
  expect([code, out.trim().split("\n").at(-1), err.includes("Deploy is live!")]).toEqual([0, "published: https://marsh.aas.no", true]);
  expect(await readCalls()).toEqual([["status"], ["deploy", "--prod", "--no-build", "--dir", join(site.cwd, "dist")]]);
});

it("publishing to Netlify is refused without the tool, a login or netlify.toml", async () => {
  const site = await createPublishingSite();
  const publish = async (): Promise<string> => (await site.publish("--to", "netlify")).err;
  expect(await publish()).toBe("octavo: netlify is neither in this project nor on PATH\nhint: npm install --save-dev netlify-cli\n");
  const without = await createPublishingSite();
  const readCalls = await installStandIn(without, "netlify", { status: "Not logged in. Please log in to see project status." });
  expect((await without.publish("--to", "netlify")).err).toBe(
    "octavo: netlify is not logged in\nhint: run npx netlify login, or set NETLIFY_AUTH_TOKEN\n",
  );
  expect(await readCalls()).toEqual([["status"]]);
  const plain = await createPublishingSite();
  await installStandIn(plain, "netlify", { status: "fine", deploy: "done" });
  expect((await plain.publish("--to", "netlify")).err).toContain(
    "octavo: netlify.toml is missing: Netlify needs it for the edge function\n",
  );
});

it("publishing to Netlify shows the commands in a dry run", async () => {
  const site = await createPublishingSite({ "netlify.toml": "" });
  const readCalls = await installStandIn(site, "netlify", { status: "fine" });
  const { code, err } = await site.publish("--to", "netlify", "--dry-run");
  expect([code, err]).toEqual([
    0,
    expect.stringContaining(`would run: netlify deploy --prod --no-build --dir ${join(site.cwd, "dist")}\n`),
  ]);
  expect(await readCalls()).toEqual([["status"]]);
});

it("publishing to Netlify fails if the deployment fails", async () => {
  const site = await createPublishingSite({ "netlify.toml": "" });
  await installStandIn(site, "netlify", { status: "fine" });
  const { code, out, err } = await site.publish("--to", "netlify");
  expect([code, err]).toEqual([1, expect.stringContaining("octavo: netlify deploy failed with exit code 7\n")]);
  expect(out).not.toContain("published:");
});
