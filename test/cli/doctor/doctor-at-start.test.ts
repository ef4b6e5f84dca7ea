import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { main } from "../../../cli/main.ts";
import { createData, type DataFixture, NOW } from "../data-fixture.ts";
import { post } from "../site-fixture.ts";
import { createTestIo, type TestIo } from "../test-io.ts";

const MONTH_MS = 30 * 86_400_000;

async function createStartable(): Promise<DataFixture> {
  const data = await createData();
  onTestFinished(() => data.remove());
  mkdirSync(join(data.cwd, "content/posts"), { recursive: true });
  writeFileSync(join(data.cwd, "content/site.yaml"), "name: Marsh notes\nurl: https://marsh.example\n");
  writeFileSync(join(data.cwd, "content/posts/first-ice.md"), post("First ice", "2026-01-02"));
  chmodSync(join(data.cwd, "data"), 0o700);
  chmodSync(data.db, 0o600);
  return data;
}

/** Starts a server, and stops it as soon as it prints `text`. */
async function runUntil(text: string, { cwd }: DataFixture, args: readonly string[]): Promise<TestIo> {
  const io = createTestIo({ cwd, realTimers: 1_000 });
  const exit = main([...args, "--port", "0"], io);
  await Promise.race([io.waitFor(text), exit]);
  io.abort();
  expect(await exit).toBe(0);
  return io;
}

it("start prints nothing if all is well, otherwise one line per problem, without a remedy", async () => {
  const data = await createStartable();
  expect((await runUntil("Ctrl-C stops", data, ["start"])).err()).toBe("");
  await data.comment({ at: NOW - MONTH_MS });
  const args = ["start", "--public-url", "https://marsh.example"];
  expect((await runUntil("Ctrl-C stops", data, args)).err().split("\n")).toEqual([
    "octavo: doctor: no backup is known, and visitors' data goes back 30 days",
    expect.stringMatching(/^octavo: doctor: visitors come over https .* all visitors are counted together, and soon get 429$/),
    "octavo: octavo doctor shows the remedies",
    "",
  ]);
});

it("start --read-only prints these lines, too, but dev does not", async () => {
  const data = await createStartable();
  await data.comment({ at: NOW - MONTH_MS });
  await data.run(["build"]);
  const said = (await runUntil("Ctrl-C stops", data, ["start", "--read-only", "--db", "data/octavo.db"])).err();
  expect(said).toContain("no backup is known");
  // The build prints how visitors reach the site.
  expect(said).toContain("doctor: visitors come over https (https://marsh.example)");
  expect((await runUntil("Ctrl-C stops", data, ["dev"])).err()).not.toContain("no backup is known");
});

it("api logs each problem, with the check's name", async () => {
  const data = await createStartable();
  await data.comment({ at: NOW - MONTH_MS });
  const io = await runUntil("octavo doctor shows", data, ["api", "--trust-proxy", "10.0.0.0/8"]);
  const lines = io
    .out()
    .split("\n")
    .filter((line) => line.includes("doctor"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "warn", message: "doctor: no backup is known, and visitors' data goes back 30 days", check: "backups" },
    { level: "warn", message: expect.stringMatching(/^doctor: on 127\.0\.0\.1 all connections come from this machine/), check: "proxy" },
    { level: "warn", message: "octavo doctor shows the remedies" },
  ]);
});
