import { type BrowserServer, chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findBrowser } from "./programs.ts";

/** The user agent of a reader. That of headless Chromium counts as a bot's. */
export const READER_AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
/** A stranger's name that resolves to this machine, as after DNS rebinding. */
export const REBOUND_NAME = "evil.example";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  // It sends no requests of its own.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // As a flag, because a page that is being left no longer has a context to state it.
  `--user-agent=${READER_AGENT}`,
  `--host-resolver-rules=MAP ${REBOUND_NAME} 127.0.0.1`,
];

/**
 * Starts Chromium, if it is installed, once for all tests. If it does not start, the tests that
 * need it fail.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const executablePath = findBrowser();
  const server = executablePath === null ? null : await launch(executablePath);
  provide("browser", server?.wsEndpoint() ?? null);
  return async () => server?.close();
}

async function launch(executablePath: string): Promise<BrowserServer | null> {
  try {
    return await chromium.launchServer({ executablePath, args: FLAGS });
  } catch (error) {
    console.error(`\n  ${executablePath} did not start:`, error);
    return null;
  }
}

declare module "vitest" {
  interface ProvidedContext {
    /** The address where Chromium listens; null if it is not installed or did not start. */
    browser: string | null;
  }
}
