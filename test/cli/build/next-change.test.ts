import { afterEach, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { createSite, post, type SiteFixture } from "../site-fixture.ts";
import { createTestIo } from "../test-io.ts";

let site: SiteFixture;
afterEach(() => site.remove());

const ARGS = ["next-change", "--now", "2026-06-01T10:00:00Z"];

async function ask(...args: string[]): Promise<readonly [code: number, printed: string]> {
  const io = createTestIo({ cwd: site.cwd });
  return [await main([...ARGS, ...args], io), io.out()];
}

it("the command prints when the public site changes next, and writes no site", async () => {
  site = await createSite({
    "content/posts/later.md": post("Later", "2026-06-01T10:30:00Z"),
    "content/posts/much-later.md": post("Much later", "2026-07-01T10:30:00Z"),
  });
  expect(await ask()).toEqual([0, "2026-06-01T10:30:00.000Z\n"]);
  expect(await ask("--wait", "29")).toEqual([0, ""]);
});

it("the command prints nothing if nothing changes, and fails on a mistake", async () => {
  site = await createSite();
  expect(await ask()).toEqual([0, ""]);
  await site.write("content/posts/wrong.md", "---\ntitel: Wrong\n---\n");
  expect((await ask())[0]).toBe(1);
});

it("with --wait, the command reports a change that has just passed, which a late run would miss", async () => {
  site = await createSite({ "content/posts/passed.md": post("Passed", "2026-06-01T09:40:00Z") });
  expect(await ask()).toEqual([0, ""]);
  expect(await ask("--wait", "60")).toEqual([0, "2026-06-01T09:40:00.000Z\n"]);
  expect(await ask("--wait", "10")).toEqual([0, ""]);
});

it("with --wait, the command reports a change when it is due", async () => {
  site = await createSite({ "content/posts/later.md": post("Later", "2026-06-01T10:30:00Z") });
  const timers: { readonly task: () => void; readonly ms: number }[] = [];
  const waiting = Promise.withResolvers<void>();
  const io = createTestIo({ cwd: site.cwd });
  const setTimer = (task: () => void, ms: number): (() => void) => {
    timers.push({ task, ms });
    waiting.resolve();
    return () => {};
  };
  const ended = main([...ARGS, "--wait", "60"], { ...io, setTimer });
  await waiting.promise;
  expect([io.out(), timers.map(({ ms }) => ms)]).toEqual(["", [1_800_000]]);
  timers[0]?.task();
  expect([await ended, io.out()]).toEqual([0, "2026-06-01T10:30:00.000Z\n"]);
});
