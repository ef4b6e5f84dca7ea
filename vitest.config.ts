import { randomInt } from "node:crypto";
import { existsSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";

/**
 * Tests that drive a program of the system (Chromium): `npm run test:system`, and in CI after `npm
 * test`.
 */
const SYSTEM_TESTS = "test/system/**/*.test.ts";
/** Starts Chromium once for them. */
const BROWSER_SERVER = "test/system/browser-server.ts";
/**
 * Tests that run hosts for real, most of them from a package.json of their own: `npm run
 * test:hosts`.
 */
const HOST_TESTS = "test/hosts/*.test.ts";
/** Tests that pack what is published, and install it with npm: `npm run test:packages`. */
const PACKAGE_TESTS = "test/packages/*.test.ts";
/** Front ends made with other frameworks, which npm installs: `npm run test:frameworks`. */
const FRAMEWORK_TESTS = "test/frameworks/*.test.ts";
/** Hundreds of random sequences of edits: `npm run test:proof`. */
const PROOF_TESTS = "test/proof/*.test.ts";

/**
 * Where Linux keeps files in memory, if there is room: most of what tests of builds cost is writing
 * thousands of small files.
 */
const MEMORY_FOLDER = "/dev/shm";
const MEMORY_NEEDED_BYTES = 1_000_000_000;

function findTemporaryFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize < MEMORY_NEEDED_BYTES ? tmpdir() : MEMORY_FOLDER;
}

/** Printed by the tests, and drawn again each time unless it is given. */
const PROOF_SEED = process.env.OCTAVO_PROOF_SEED ?? String(randomInt(1_000_000));

/** Browsers and processes wait for each other. */
const PATIENT = { testTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };
/**
 * Modules hold no state, so test files may share them: to load them again for each file takes as
 * long as half of the tests. Node loads them itself, as it does for users: Vite's module runner
 * takes 7 % more, and moves the places that stacks name.
 */
const SHARED_MODULES = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } };

export default defineConfig({
  test: {
    // A test that waits for something longer than this hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Output must not depend on where it is run.
    env: { TZ: "Pacific/Chatham", LANG: "C" },
    // A test file without a test, or a filter that matches nothing, is a mistake.
    passWithNoTests: false,
    // By default one core is left to vitest itself, which has nothing to do while tests run.
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
          // One more than there are cores: some wait for processes that they start, and for the
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
          // One more than there are cores: some wait for a full disk to be reported, or for a backup.
          maxWorkers: availableParallelism() + 1,
          ...SHARED_MODULES,
          ...PATIENT,
        },
      },
      // The hosts share two cores with those who ask them: one file at a time.
      {
        extends: true,
        test: { name: "hosts", include: [HOST_TESTS], globalSetup: BROWSER_SERVER, fileParallelism: false, ...SHARED_MODULES, ...PATIENT },
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
