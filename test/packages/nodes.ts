import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The oldest Node that the packages support, which npm provides as a package for each platform. */
const OLDEST = { version: "22.18.0", sha256: { "linux-x64": "ccacb2d6d87ba6d118b2bffc1ae33747a05cc5fc6b1f1ec4fc1d420b687e952d" } };

/**
 * The Nodes that the packages are tested with: version → executable. The oldest is installed into
 * `folder`, and its hash is checked.
 */
export function findNodes(folder: string): ReadonlyMap<string, string> {
  const platform = `${process.platform}-${process.arch}`;
  const wanted = Object.entries(OLDEST.sha256).find(([name]) => name === platform)?.[1];
  const own = [process.versions.node, process.execPath] as const;
  if (wanted === undefined) return new Map([own]);
  const name = `node-${platform}`;
  execFileSync(
    "npm",
    ["install", "--prefix", folder, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${OLDEST.version}`],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const file = join(folder, "node_modules", name, "bin", "node");
  const found = createHash("sha256").update(readFileSync(file)).digest("hex");
  if (found !== wanted) throw new Error(`${name}@${OLDEST.version} has the SHA-256 ${found}, not ${wanted}: it was not run`);
  return new Map([[OLDEST.version, file], own]);
}
