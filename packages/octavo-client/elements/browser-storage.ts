/** Texts by name, as forms hold them. */
export type StoredTexts = Readonly<Record<string, string>>;

/**
 * Reads a value that an element stored as JSON.
 * @returns null if it is missing or damaged, or if the browser forbids storage
 */
export function readStored(storage: "localStorage" | "sessionStorage", key: string): unknown {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * The texts of a stored object. Leaves out anything else that another program stored under the key.
 */
export function readStoredTexts(storage: "localStorage" | "sessionStorage", key: string): StoredTexts {
  const entries = Object.entries(Object(readStored(storage, key)));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/**
 * Stores a value as JSON; an empty object or list removes it. Does nothing if storage is forbidden
 * or full.
 */
export function writeStored(storage: "localStorage" | "sessionStorage", key: string, value: object): void {
  try {
    if (Object.keys(value).length === 0) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // The element works without it.
  }
}
