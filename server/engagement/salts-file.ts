import { join } from "node:path";
import { readPrivateFile, replacePrivateFile } from "../private-file.ts";
import { createVisitorKeys, type VisitorKeys, type VisitorKeysOptions } from "./visitor-key.ts";

export const SALTS_FILE = "salts.json";

/** Visitors' keys, with their salts in the data folder. */
export function openVisitorKeys(folder: string, options: VisitorKeysOptions): VisitorKeys {
  const path = join(folder, SALTS_FILE);
  const storage = {
    read: () => readPrivateFile(path),
    write: (text: string) => replacePrivateFile(path, text),
  };
  return createVisitorKeys(storage, options);
}
