import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Encrypter } from "age-encryption";
import { syncFolder, syncPath } from "../../../private-file.ts";
import { readSecretsMark } from "../../file/secrets-mark.ts";
import { StoreFileError } from "../../store-errors.ts";
import { type Backup, backupDatabase } from "./backup.ts";
import { explainCopyFailure, makePrivateCopy, removeDatabase } from "./database-copy.ts";
import { isAgeFile } from "./file-header.ts";

export interface EncryptedBackupOptions {
  readonly source: string;
  readonly target: string;
  /** An age public key. */
  readonly recipient: string;
}

/**
 * Like `backupDatabase`, encrypted for one public key. The verified copy is encrypted beside the
 * target, synced, and renamed over it. The readable copy is always deleted.
 * @throws StoreFileError like `backupDatabase`, and if the target exists and is not encrypted
 */
export async function backupEncrypted({
  source,
  target,
  recipient,
}: EncryptedBackupOptions): Promise<Backup & { readonly wanted: string | null }> {
  if (existsSync(target) && !isAgeFile(target))
    throw new StoreFileError(
      `${target} exists and is not an encrypted backup`,
      "name another file: only an older encrypted backup is overwritten",
    );
  const plain = `${target}.partial-plain`;
  const encrypted = `${target}.partial`;
  try {
    const made = await backupDatabase({ source, target: plain });
    const wanted = readSecretsMark(plain);
    await encryptFile(plain, encrypted, recipient);
    removeDatabase(plain);
    syncPath(encrypted);
    renameSync(encrypted, target);
    syncFolder(dirname(target));
    return { ...made, file: target, bytes: statSync(target).size, wanted };
  } finally {
    removeDatabase(plain);
    rmSync(encrypted, { force: true });
  }
}

async function encryptFile(plain: string, encrypted: string, recipient: string): Promise<void> {
  rmSync(encrypted, { force: true });
  makePrivateCopy(encrypted, [dirname(encrypted)]);
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  try {
    // Node's web streams and those in the library's types are the same at run time.
    const input = Readable.toWeb(createReadStream(plain)) as unknown as ReadableStream<Uint8Array>;
    const output = await encrypter.encrypt(input);
    await pipeline(output, createWriteStream(encrypted, { flags: "r+" }));
    if (statSync(encrypted).size !== output.size(statSync(plain).size)) throw new Error("it does not have the size of an encrypted copy");
  } catch (error) {
    throw explainCopyFailure(error, "the copy could not be encrypted");
  }
}
