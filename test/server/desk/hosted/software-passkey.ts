import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/**
 * Flags of authenticator data: user present, user verified, and a new credential follows (WebAuthn
 * Level 3, 6.1).
 */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

export interface PasskeyAnswer {
  readonly origin: string;
  readonly challenge: string;
  readonly counter: number;
  /** Default: as from a browser, present and verified. */
  readonly flags?: number;
}

export interface CreationAnswer extends PasskeyAnswer {
  /**
   * `self`: signed by the passkey's own key. `certified`: also with a certificate. Default: none.
   */
  readonly attestation?: "none" | "self" | "certified";
}

/** An authenticator without a device. It signs anything that a test requires. */
export class SoftwarePasskey {
  readonly #id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = privateKey;
    this.#publicKey = publicKey;
  }

  /** The browser's answer for a new passkey. */
  create({ origin, challenge, counter, flags = PRESENT | VERIFIED, attestation: kind = "none" }: CreationAnswer): string {
    const length = Buffer.from([0, this.#id.length]);
    const authData = Buffer.concat([
      toAuthenticatorData(origin, flags | ATTESTED, counter),
      ...[Buffer.alloc(16), length, this.#id, this.#toCose()],
    ]);
    const clientDataJSON = toClientData("webauthn.create", origin, challenge);
    // {"fmt": "none", "attStmt": {}, "authData": bytes}
    const attestation = Buffer.concat([
      ...[Buffer.from([0xa3]), text("fmt"), text(kind === "none" ? "none" : "packed")],
      ...[text("attStmt"), kind === "none" ? Buffer.from([0xa0]) : this.#toStatement(authData, clientDataJSON, kind === "certified")],
      ...[text("authData"), bytes(authData)],
    ]);
    return this.#toJson({ clientDataJSON: encode(clientDataJSON), attestationObject: encode(attestation), transports: ["internal"] });
  }

  /** The browser's answer for signing in. */
  sign({ origin, challenge, counter, flags = PRESENT | VERIFIED }: PasskeyAnswer): string {
    const authenticatorData = toAuthenticatorData(origin, flags, counter);
    const clientDataJSON = toClientData("webauthn.get", origin, challenge);
    const signature = this.#signBytes(authenticatorData, clientDataJSON);
    return this.#toJson({
      clientDataJSON: encode(clientDataJSON),
      authenticatorData: encode(authenticatorData),
      signature: encode(signature),
    });
  }

  #signBytes(authData: Buffer, clientDataJSON: Buffer): Buffer {
    return createSign("sha256")
      .update(Buffer.concat([authData, createHash("sha256").update(clientDataJSON).digest()]))
      .sign(this.#key);
  }

  /** {"alg": -7, "sig": bytes}, and "x5c": [bytes] */
  #toStatement(authData: Buffer, clientDataJSON: Buffer, isCertified: boolean): Buffer {
    const signed = [text("alg"), Buffer.from([0x26]), text("sig"), bytes(this.#signBytes(authData, clientDataJSON))];
    const certificates = isCertified ? [text("x5c"), Buffer.from([0x81]), bytes(Buffer.alloc(40))] : [];
    return Buffer.concat([Buffer.from([isCertified ? 0xa3 : 0xa2]), ...signed, ...certificates]);
  }

  /** ES256 as COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  #toCose(): Buffer {
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    const [head, middle] = [Buffer.from("a5010203262001215820", "hex"), Buffer.from("225820", "hex")];
    return Buffer.concat([head, Buffer.from(x, "base64url"), middle, Buffer.from(y, "base64url")]);
  }

  #toJson(response: object): string {
    const id = encode(this.#id);
    return JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults: {} });
  }
}

function toAuthenticatorData(origin: string, flags: number, counter: number): Buffer {
  const end = Buffer.alloc(5);
  end.writeUInt8(flags);
  end.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash("sha256").update(new URL(origin).hostname).digest(), end]);
}

function toClientData(type: string, origin: string, challenge: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** Up to 255 bytes in CBOR. */
function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value]);
}

function encode(value: Buffer): string {
  return value.toString("base64url");
}
