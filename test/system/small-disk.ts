import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @param size in mount's form: `16m` @returns why it is not possible; null if it is mounted */
export function mountSmallDisk(folder: string, size: string): string | null {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "none", folder], { stdio: "pipe" });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

export function unmountDisk(folder: string): void {
  execFileSync("umount", ["-l", folder]);
}

/** Only root may mount, and in many containers not even root. Returns null if disks can be mounted. */
export function whyNoDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "octavo-mount-"));
  const refused = mountSmallDisk(folder, "1m");
  if (refused === null) unmountDisk(folder);
  rmdirSync(folder);
  return refused;
}
