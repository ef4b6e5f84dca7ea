import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { DatabaseFiles, SentFile } from "../engine/store-host.ts";

/** The prefix of the name of a file that is being sent. The file is beside the database. */
export const SENT_PREFIX = ".octavo-sent-";

/** @param folder private, and with room for the file */
export async function sendFile(folder: string, ...[write, sent]: Parameters<DatabaseFiles["send"]>): Promise<SentFile> {
  const target = join(folder, `${SENT_PREFIX}${randomBytes(8).toString("hex")}`);
  try {
    await write(target);
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(target)) hash.update(chunk as Buffer);
    const { size } = await stat(target);
    const stream = createReadStream(target);
    void finished(stream)
      .then(() => sent(target))
      // A client that disconnected has no copy.
      .catch(() => undefined)
      .then(() => rm(target, { force: true }));
    return { body: Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>, bytes: size, digest: hash.digest("base64") };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}
