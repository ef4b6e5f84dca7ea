import { createHash, randomBytes } from "node:crypto";
import { lstat, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DIGEST_HEADER } from "../../server/owner/http/versions.ts";
import { syncFolder } from "../../server/private-file.ts";
import { CliError } from "../io.ts";
import type { OwnerChannel } from "./owner-channel.ts";

const PRIVATE = 0o600;
const PART_END = /^[0-9a-f]{16}\.partial$/;
const STALE_MS = 86_400_000;

/**
 * Saves an answer under a temporary name, compares its SHA-256, syncs and renames it.
 * @throws CliError
 */
export async function saveDownload(response: Response, target: string, { read }: Pick<OwnerChannel, "read">): Promise<void> {
  const expected = /sha-256=:([A-Za-z0-9+/=]+):/.exec(response.headers.get(DIGEST_HEADER) ?? "")?.[1];
  if (expected === undefined || response.body === null)
    throw new CliError("the server sent no file with its SHA-256", {
      hint: "check whether something between this machine and the server changes answers",
    });
  // A unique name, because another download of the same file may be running.
  const part = `${target}.${randomBytes(8).toString("hex")}.partial`;
  await removeStaleParts(target);
  const handle = await open(part, "wx", PRIVATE).catch((error: Error) => {
    throw cannotWrite(target, error);
  });
  try {
    const hash = createHash("sha256");
    const reader = response.body.getReader();
    for (let next = await read(reader.read()); !next.done; next = await read(reader.read())) {
      hash.update(next.value);
      await handle.writeFile(next.value).catch((error: Error) => {
        throw cannotWrite(target, error);
      });
    }
    const found = hash.digest("base64");
    if (found !== expected)
      throw new CliError("the file arrived damaged: its SHA-256 differs from the server's", { hint: "nothing was kept; try again" });
    await handle.sync();
    await handle.close();
    await rename(part, target);
    syncFolder(dirname(target));
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

/** Removes files left by killed processes: the ones older than any download can be. */
async function removeStaleParts(target: string): Promise<void> {
  const [folder, start] = [dirname(target), `${basename(target)}.`];
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(start) && PART_END.test(each.slice(start.length)))) {
    const file = join(folder, name);
    const found = await lstat(file).catch(() => null);
    if (found?.isFile() && found.mtimeMs < Date.now() - STALE_MS) await rm(file, { force: true });
  }
}

function cannotWrite(target: string, cause: Error): CliError {
  return new CliError(`${target} cannot be written: ${cause.message}`, {
    hint: "nothing was kept; free some space, or name another file",
    cause,
  });
}
