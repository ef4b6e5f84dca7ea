import { defineConfig } from "vitest/config";

/** Tests that drive a program of the system (Chromium): `npm run test:system`, and in CI after `npm test`. */
const SYSTEM_TESTS = "test/system/**/*.test.ts";

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
      { extends: true, test: { name: "rooms", include: ["test/**/*.test.ts"], exclude: [SYSTEM_TESTS] } },
      { extends: true, test: { name: "system", include: [SYSTEM_TESTS] } },
    ],
  },
});
