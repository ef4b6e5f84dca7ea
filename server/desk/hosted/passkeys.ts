import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { hashSecret } from "../../owner/keys/key-text.ts";
import type { ApiKeys } from "../../route-context.ts";
import { isSameText } from "../../same-text.ts";
import type { AccessStore, PasskeyCredential } from "../../store/access-types.ts";
import type { DeskAddress } from "./desk-address.ts";

/** How long a challenge is valid, in ms. */
const CHALLENGE_MS = 5 * 60_000;
const [RANDOM_BYTES, TIME_BYTES, MAC_BYTES] = [16, 6, 32];
/** ES256, EdDSA and RS256 (RFC 9053, RFC 8812). */
const ALGORITHMS = [-7, -8, -257];

/** The purpose of a challenge. A signature for one purpose is not valid for another. */
export type ChallengePurpose = "sign-in" | "confirm" | "register" | "ticket";

/** A challenge's purpose, and the session that it belongs to: "" before signing in. */
export interface ChallengeUse {
  readonly purpose: ChallengePurpose;
  readonly session: string;
}

export interface PasskeyOptions {
  readonly access: AccessStore;
  readonly keys: Pick<ApiKeys, "hash">;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

/** A passkey that was just added, without the parts that the owner provides. */
export type NewCredential = Pick<PasskeyCredential, "credential" | "publicKey" | "counter">;

/**
 * Creates options for the browser, as in PublicKeyCredentialRequestOptionsJSON and
 * …CreationOptionsJSON (WebAuthn Level 3, section 5.1), and checks its answers.
 */
export interface Passkeys {
  toRequest(address: DeskAddress, use: ChallengeUse, allowed: readonly string[]): object;
  toCreation(address: DeskAddress, use: ChallengeUse, site: string, present: readonly PasskeyCredential[]): object;
  /** The passkey that signed the answer; null if it is refused. */
  verify(text: string, address: DeskAddress, use: ChallengeUse): Promise<PasskeyCredential | null>;
  verifyNew(text: string, address: DeskAddress, use: ChallengeUse): Promise<NewCredential | null>;
  /** A value that opens the page for a new passkey once, within five minutes. */
  toTicket(session: string): string;
  takeTicket(text: string, session: string): Promise<boolean>;
}

export function createPasskeys(options: PasskeyOptions): Passkeys {
  const { access, keys } = options;
  const challenges = createChallenges(options);
  return {
    toRequest: ({ rpId }, use, allowed) => ({
      challenge: challenges.create(use),
      rpId,
      userVerification: "required",
      timeout: CHALLENGE_MS,
      allowCredentials: allowed.map((id) => ({ id, type: "public-key" })),
    }),
    toCreation: ({ rpId, origin }, use, site, present) => ({
      challenge: challenges.create(use),
      rp: { id: rpId, name: site },
      user: { id: Buffer.from(keys.hash("desk-challenge", "owner", origin)).toString("base64url"), name: site, displayName: site },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
      timeout: CHALLENGE_MS,
      excludeCredentials: present.map(({ credential }) => ({ id: credential, type: "public-key" })),
    }),
    verify: async (text, address, use) => {
      const response = parseAnswer(text) as AuthenticationResponseJSON | null;
      const passkey = response === null ? null : await access.findPasskey(response.id);
      if (response === null || passkey === null) return null;
      const counter = await checkOnce(challenges, access, use, (isOurs) => verifySignature(response, passkey, address, isOurs));
      if (counter === null) return null;
      await access.usePasskey(passkey.id, counter);
      return passkey;
    },
    verifyNew: async (text, address, use) => {
      const response = parseAnswer(text) as RegistrationResponseJSON | null;
      return response === null ? null : checkOnce(challenges, access, use, (isOurs) => verifyCreation(response, address, isOurs));
    },
    toTicket: (session) => challenges.create({ purpose: "ticket", session }),
    takeTicket: async (text, session) => {
      const end = challenges.readEnd(text, { purpose: "ticket", session });
      return end !== null && access.takeChallenge(hashSecret(text), end);
    },
  };
}

type IsOurs = (challenge: string) => boolean;

/**
 * Checks the challenge and the rest of the answer, and uses up the challenge only if both are
 * valid.
 */
async function checkOnce<T>(
  challenges: Challenges,
  access: AccessStore,
  use: ChallengeUse,
  verify: (isOurs: IsOurs) => Promise<T | null>,
): Promise<T | null> {
  let seen = "";
  const result = await verify((challenge) => {
    seen = challenge;
    return challenges.readEnd(challenge, use) !== null;
  }).catch(() => null);
  const end = challenges.readEnd(seen, use);
  if (result === null || end === null) return null;
  return (await access.takeChallenge(hashSecret(seen), end)) ? result : null;
}

/**
 * Returns the new counter. The library refuses a lower one, and is loaded on demand because it
 * needs memory.
 */
async function verifySignature(
  response: AuthenticationResponseJSON,
  { credential, publicKey, counter }: PasskeyCredential,
  { origin, rpId }: DeskAddress,
  isOurs: IsOurs,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isOurs,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id: credential, publicKey: new Uint8Array(publicKey), counter },
  });
  return verified ? authenticationInfo.newCounter : null;
}

async function verifyCreation(
  response: RegistrationResponseJSON,
  { origin, rpId }: DeskAddress,
  isOurs: IsOurs,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: isOurs,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credential: id, publicKey, counter };
}

/** The rest is checked together with the signature. */
const Answer = z.object({ id: z.string().min(1).max(2_000), rawId: z.string(), type: z.literal("public-key"), response: z.object({}) });

function parseAnswer(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Answer.safeParse(value).success ? value : null;
  } catch {
    return null;
  }
}

interface Challenges {
  create(use: ChallengeUse): string;
  /**
   * When a challenge expires, in ms since 1970; null if it has expired, or was not created here.
   */
  readEnd(text: string, use: ChallengeUse): number | null;
}

/**
 * A challenge consists of random bytes, its expiry time, and an HMAC of both with its purpose and
 * session. So an unused challenge needs no row in the database.
 */
function createChallenges({ keys, clock, random }: Pick<PasskeyOptions, "keys" | "clock" | "random">): Challenges {
  const sign = (part: Uint8Array, { purpose, session }: ChallengeUse): Buffer =>
    Buffer.from(keys.hash("desk-challenge", purpose, session, Buffer.from(part).toString("base64url")));
  return {
    create: (use: ChallengeUse): string => {
      const part = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
      part.set(random(RANDOM_BYTES));
      part.writeUIntBE(clock() + CHALLENGE_MS, RANDOM_BYTES, TIME_BYTES);
      return Buffer.concat([part, sign(part, use)]).toString("base64url");
    },
    readEnd: (text: string, use: ChallengeUse): number | null => {
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES) return null;
      const part = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
      const mac = bytes.subarray(part.length).toString("base64url");
      const end = part.readUIntBE(RANDOM_BYTES, TIME_BYTES);
      // After the clock was set back, an earlier challenge may end too far in the future. It counts
      // as expired.
      const isNow = end > clock() && end <= clock() + CHALLENGE_MS;
      return isNow && isSameText(mac, sign(part, use).toString("base64url")) ? end : null;
    },
  };
}
