import { randomInt } from "node:crypto";
import { existsSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";

/**
 * Tests that run programs of the system, such as Chromium: `npm run test:system`, in CI after
 * `npm test`.
 */
const SYSTEM_TESTS = "test/system/**/*.test.ts";
/** Starts Chromium once for all tests of a project. */
const BROWSER_SERVER = "test/system/browser-server.ts";
/**
 * Tests that run real hosts, most of them from the packages in test/hosts/package.json:
 * `npm run test:hosts`.
 */
const HOST_TESTS = "test/hosts/*.test.ts";
/** Tests that pack the published packages and install them with npm: `npm run test:packages`. */
const PACKAGE_TESTS = "test/packages/*.test.ts";
/** Tests of front ends with other frameworks, which npm installs: `npm run test:frameworks`. */
const FRAMEWORK_TESTS = "test/frameworks/*.test.ts";
/** Tests with hundreds of random sequences of edits: `npm run test:proof`. */
const PROOF_TESTS = "test/proof/*.test.ts";

/**
 * Where Linux keeps files in memory. It is used if it has room, because most of the cost of build
 * tests is writing thousands of small files.
 */
const MEMORY_FOLDER = "/dev/shm";
const MEMORY_NEEDED_BYTES = 1_000_000_000;

function findTemporaryFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize < MEMORY_NEEDED_BYTES ? tmpdir() : MEMORY_FOLDER;
}

/** Random for each run unless it is given. The tests print it. */
const PROOF_SEED = process.env.OCTAVO_PROOF_SEED ?? String(randomInt(1_000_000));

/** For tests in which browsers and processes wait for each other. */
const PATIENT = { testTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };
/**
 * Modules hold no state, so test files may share them: loading them again for each file takes as
 * long as half of the tests. Node itself loads them, as it does for users: Vite's module runner
 * takes 7% longer, and changes the locations in stack traces.
 */
const SHARED_MODULES = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } };

export default defineConfig({
  test: {
    // A test that takes longer than this hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Output must not depend on the machine's time zone and language.
    env: { TZ: "Pacific/Chatham", LANG: "C" },
    // A test file without a test, or a filter that matches nothing, is a mistake.
    passWithNoTests: false,
    // By default, one core is reserved for vitest itself, which is idle while tests run.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "rooms",
          include: ["test/**/*.test.ts"],
          exclude: [SYSTEM_TESTS, PROOF_TESTS, PACKAGE_TESTS, FRAMEWORK_TESTS, "test/hosts/**"],
          env: { TMPDIR: findTemporaryFolder() },
          // One more than there are cores, because some tests wait for their processes and the
          // disk.
          maxWorkers: availableParallelism() + 1,
          ...SHARED_MODULES,
        },
      },
      {
        extends: true,
        test: { name: "proof", include: [PROOF_TESTS], env: { TMPDIR: findTemporaryFolder(), OCTAVO_PROOF_SEED: PROOF_SEED } },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: [SYSTEM_TESTS],
          globalSetup: BROWSER_SERVER,
          // One more than there are cores, because some tests wait: for the desk, which ignores a
          // second of input, for notices, and for backups. With more, keys arrive too late.
          maxWorkers: availableParallelism() + 1,
          ...SHARED_MODULES,
          ...PATIENT,
        },
      },
      {
        extends: true,
        test: {
          name: "hosts",
          include: [HOST_TESTS],
          globalSetup: BROWSER_SERVER,
          // Two files wait for hosts in turn. Tests of packages run beside them.
          maxWorkers: 2,
          ...SHARED_MODULES,
          ...PATIENT,
        },
      },
      {
        extends: true,
        test: { name: "packages", include: [PACKAGE_TESTS], globalSetup: ["test/packages/setup.ts", BROWSER_SERVER], ...PATIENT },
      },
      {
        extends: true,
        test: { name: "frameworks", include: [FRAMEWORK_TESTS], globalSetup: "test/packages/setup.ts", fileParallelism: false },
      },
    ],
  },
});
