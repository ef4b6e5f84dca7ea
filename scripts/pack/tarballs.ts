import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type TellStep, withStagedPackages } from "./stage.ts";

/** A package in the form that npm publishes. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** Absolute path. */
  readonly file: string;
}

/**
 * Packs the published packages into a folder. The same source gives the same bytes. Publishes
 * nothing.
 */
export async function packAll(root: string, outDir: string, tell: TellStep = () => {}): Promise<readonly Tarball[]> {
  await mkdir(outDir, { recursive: true });
  return withStagedPackages(root, tell, async (packages) => {
    const tarballs: Tarball[] = [];
    for (const { name, version, folder } of packages) {
      tell(`${name}: packing`);
      const args = ["pack", "--pack-destination", outDir, "--json", "--ignore-scripts"];
      const { stdout } = await promisify(execFile)("npm", args, { cwd: folder, shell: process.platform === "win32" });
      const [packed]: { readonly filename: string }[] = JSON.parse(stdout);
      if (packed === undefined) throw new Error(`npm packed nothing in ${folder}`);
      tarballs.push({ name, version, file: join(outDir, packed.filename) });
    }
    return tarballs;
  });
}
