import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type HostOptions, toBytes } from "../../hosts/host-files.ts";
import { HOST_NAMES, type HostName } from "../../hosts/host-names.ts";
import type { HostTextFile } from "../../hosts/host-site.ts";
import { generateHostFiles } from "../../hosts/hosts.ts";
import { buildDists, type Dists } from "../api/open-api.ts";
import { toHostTextFile } from "../hosts-files/host-text-file.ts";

export type HostDists = Dists;

/**
 * The sample site as `octavo build --host all` writes it, and the two other sites of the read API's
 * suite.
 */
export async function buildHostDists(options: HostOptions, base = ""): Promise<HostDists> {
  const dists = await buildDists(base);
  await addHostFiles(dists.dirs.plain, options);
  return dists;
}

/** Adds the files of hosts, by default those of `--host all`, to a built site. */
export async function addHostFiles(distDir: string, options: HostOptions, hosts: readonly HostName[] = HOST_NAMES): Promise<void> {
  for (const { path, content } of await generateHostFiles(hosts, await readTextFiles(distDir), options)) {
    await mkdir(dirname(join(distDir, path)), { recursive: true });
    await writeFile(join(distDir, path), toBytes(content));
  }
}

async function readTextFiles(distDir: string): Promise<HostTextFile[]> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:json|js|md|xml|txt)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(paths.sort().map(async (path) => toHostTextFile(path.slice(distDir.length + 1), await readFile(path, "utf8"))));
}
