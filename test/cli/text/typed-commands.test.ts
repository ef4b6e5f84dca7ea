import { expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { commandName, showTypedCommands, withOption } from "../../../cli/text/typed-commands.ts";
import { createTestIo } from "../test-io.ts";

const NPX = { npm_execpath: "/usr/lib/npm-cli.js", npm_command: "exec" };
const SCRIPT = { ...NPX, npm_command: "run-script", npm_lifecycle_event: "dev" };

it("commandName returns commands as they have to be typed if npm installed octavo, and otherwise uses the plain name", () => {
  const io = createTestIo({ env: NPX });
  const shown = showTypedCommands(io, ["check", "comments"]);
  shown.stderr.write("hint: octavo check lists them; `octavo comments list` too\n");
  shown.stderr.write("octavo: files that octavo did not write, octavo checks, node_modules/octavo check, npx --no octavo check\n");
  expect(io.err()).toBe(
    "hint: npx --no octavo check lists them; `npx --no octavo comments list` too\n" +
      "octavo: files that octavo did not write, octavo checks, node_modules/octavo check, npx --no octavo check\n",
  );
  shown.stdout.write("octavo check\n");
  expect(io.out()).toBe("octavo check\n");
  expect([commandName(io), commandName({ env: {} })]).toEqual(["npx --no octavo", "octavo"]);
});

it("hints name commands as they have to be typed", async () => {
  const [typed, plain] = [createTestIo({ env: NPX }), createTestIo()];
  expect([await main(["new"], typed), await main(["new"], plain)]).toEqual([2, 2]);
  expect(typed.err()).toContain("hint: npx --no octavo new --help shows more\n");
  expect(plain.err()).toContain("hint: octavo new --help shows more\n");
});

it("showTypedCommands keeps getters, so that the signal is not taken over", () => {
  let reads = 0;
  const io = Object.defineProperty({ ...createTestIo({ env: NPX }) }, "signal", {
    get: () => {
      reads += 1;
      return new AbortController().signal;
    },
  });
  const shown = showTypedCommands(io, ["check"]);
  expect(reads).toBe(0);
  expect(shown.signal.aborted).toBe(false);
  expect(reads).toBe(1);
});

it("withOption passes an option through npm's scripts", () => {
  expect([withOption("--port 3001", { env: SCRIPT }), withOption("--port 3001", { env: NPX })]).toEqual([
    "npm run dev -- --port 3001",
    "--port 3001",
  ]);
});
