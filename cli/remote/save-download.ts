import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { DIGEST_HEADER } from "../../server/owner/http/versions.ts";
import { syncFolder } from "../../server/private-file.ts";
import { CliError } from "../io.ts";
import type { OwnerChannel } from "./owner-channel.ts";

const PRIVATE = 0o600;

/**
 * Saves an answer under a temporary name, compares its SHA-256, syncs and renames it.
 * @throws CliError
 */
export async function saveDownload(response: Response, target: string, { read }: Pick<OwnerChannel, "read">): Promise<void> {
  const expected = /sha-256=:([A-Za-z0-9+/=]+):/.exec(response.headers.get(DIGEST_HEADER) ?? "")?.[1];
  if (expected === undefined || response.body === null)
    throw new CliError("the server sent no file with its SHA-256", {
      hint: "is something between this machine and the server that changes answers?",
    });
  const part = `${target}.partial`;
  // Left by a process that was killed.
  await rm(part, { force: true });
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
      throw new CliError("the file arrived damaged: its SHA-256 is not the server's", { hint: "nothing was kept; try again" });
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

function cannotWrite(target: string, cause: Error): CliError {
  return new CliError(`${target} cannot be written: ${cause.message}`, {
    hint: "nothing was kept; make room, or name another file",
    cause,
  });
}
