import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { packAll, type Tarball } from "../../scripts/pack/tarballs.ts";
import { findNodes } from "./nodes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Packs once for all tests of packages, and finds the Nodes that they run with. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-packed-"));
  provide("tarballs", await packAll(ROOT, folder));
  provide("nodes", [...findNodes(join(folder, "nodes"))]);
  return () => rm(folder, { recursive: true, force: true });
}

declare module "vitest" {
  interface ProvidedContext {
    tarballs: readonly Tarball[];
    /** Version and executable. */
    nodes: readonly (readonly [string, string])[];
  }
}
