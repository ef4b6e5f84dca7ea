import { defineConfig } from "vitest/config";

/** Tests that drive a program of the system (Chromium): `npm run test:system`, and in CI after `npm test`. */
const SYSTEM_TESTS = "test/system/**/*.test.ts";
/** Tests that run hosts for real, most of them from a package.json of their own: `npm run test:hosts`. */
const HOST_TESTS = "test/hosts/*.test.ts";

export default defineConfig({
  test: {
    // A test that waits for something longer than this hangs.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Output must not depend on where it is run.
    env: { TZ: "Pacific/Chatham", LANG: "C" },
    // A test file without a test, or a filter that matches nothing, is a mistake.
    passWithNoTests: false,
    projects: [
      { extends: true, test: { name: "rooms", include: ["test/**/*.test.ts"], exclude: [SYSTEM_TESTS, "test/hosts/**"] } },
      { extends: true, test: { name: "system", include: [SYSTEM_TESTS] } },
      // The hosts share two cores with those who ask them: one file at a time.
      { extends: true, test: { name: "hosts", include: [HOST_TESTS], fileParallelism: false } },
    ],
  },
});
