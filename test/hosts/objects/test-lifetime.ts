import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder for the files of an object. It is removed when the test ends. */
export function makeObjectFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "octavo-object-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Closes a server when the test ends. */
export function closeAfterTest<Server extends { close(): Promise<void> }>(server: Server): Server {
  onTestFinished(() => server.close());
  return server;
}

export const json = async (response: Response): Promise<Record<string, unknown>> => (await response.json()) as Record<string, unknown>;
