import type { ApiKeys } from "../../route-context.ts";

const IV_BYTES = 12;

/** `next`: the page to open after signing in. `wish`: a form that waits for a confirmation. */
export type SealPurpose = "next" | "wish";

/** Encrypts text for the desk itself, so that nobody else can read or forge it. */
export interface Seals {
  seal(purpose: SealPurpose, text: string): Promise<string>;
  /** Returns null if the text was not sealed here for this purpose. */
  open(purpose: SealPurpose, sealed: string): Promise<string | null>;
}

export interface SealOptions {
  readonly keys: Pick<ApiKeys, "hash">;
  readonly random: (bytes: number) => Uint8Array;
}

/** AES-256-GCM: a random IV and the ciphertext, in base64url. */
export function createSeals({ keys, random }: SealOptions): Seals {
  const toKey = (): Promise<CryptoKey> =>
    crypto.subtle.importKey("raw", Buffer.from(keys.hash("desk-seal")), "AES-GCM", false, ["encrypt", "decrypt"]);
  const toParameters = (purpose: SealPurpose, iv: Uint8Array): AesGcmParams => ({
    name: "AES-GCM",
    iv: Buffer.from(iv),
    additionalData: Buffer.from(purpose),
  });
  return {
    seal: async (purpose, text) => {
      const iv = random(IV_BYTES);
      const sealed = await crypto.subtle.encrypt(toParameters(purpose, iv), await toKey(), Buffer.from(text));
      return Buffer.concat([iv, Buffer.from(sealed)]).toString("base64url");
    },
    open: async (purpose, sealed) => {
      const bytes = Buffer.from(sealed, "base64url");
      const parameters = toParameters(purpose, bytes.subarray(0, IV_BYTES));
      const opened = await crypto.subtle.decrypt(parameters, await toKey(), bytes.subarray(IV_BYTES)).catch(() => null);
      return opened === null ? null : Buffer.from(opened).toString();
    },
  };
}
