import { createSign, generateKeyPairSync } from "node:crypto";
import * as whole from "@simplewebauthn/server";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, it } from "vitest";
import { leaveOutOfWorkers, WORKER_RESOLVE } from "../../scripts/pack/worker-modules.ts";
import { unwrapEC2Signature } from "../../server/object/der-signature.ts";
import { SoftwarePasskey } from "../server/desk/hosted/software-passkey.ts";

type Library = Pick<typeof whole, "verifyRegistrationResponse" | "verifyAuthenticationResponse">;

const ORIGIN = "https://desk.ines.example";
const EXPECTED = { expectedOrigin: ORIGIN, expectedRPID: "desk.ines.example", requireUserVerification: true };
const challengeOf = (text: string): string => Buffer.from(text).toString("base64url");

/** The library as bundled for the write program. */
async function bundleLibrary(): Promise<Library> {
  const bundle = await rolldown({
    input: "entry",
    ...WORKER_RESOLVE,
    platform: "neutral",
    tsconfig: false,
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? id : null),
        load: (id) => (id === "entry" ? `export * from ${JSON.stringify(import.meta.resolve("@simplewebauthn/server").slice(7))};` : null),
      },
      leaveOutOfWorkers(),
    ],
  });
  try {
    const { output } = await bundle.generate({ format: "es", codeSplitting: false });
    const ids = Object.entries(output[0].modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));
    expect(ids.filter((id) => /asn1|x509|reflect-metadata/.test(id))).toEqual([]);
    return await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`);
  } finally {
    await bundle.close();
  }
}

describe("passkeys without certificates", () => {
  let lean: Library;
  beforeAll(async () => {
    lean = await bundleLibrary();
  }, 60_000);

  const register = async ({ verifyRegistrationResponse }: Library, answer: string, challenge: string) =>
    verifyRegistrationResponse({ response: JSON.parse(answer), expectedChallenge: challenge, ...EXPECTED }).catch(String);

  it.each(["none", "self"] as const)("accepts a new passkey with attestation %s like the whole library", async (attestation) => {
    const challenge = challengeOf("new");
    const answer = new SoftwarePasskey().create({ origin: ORIGIN, challenge, counter: 1, attestation });
    const taken = await register(lean, answer, challenge);
    expect(taken).toMatchObject({ verified: true });
    expect(taken).toEqual(await register(whole, answer, challenge));
  });

  it("refuses an attestation with a certificate, which browsers send only on request", async () => {
    const challenge = challengeOf("new");
    const answer = new SoftwarePasskey().create({ origin: ORIGIN, challenge, counter: 1, attestation: "certified" });
    expect(await register(lean, answer, challenge)).toContain("attestations with certificates are not accepted");
  });

  it("checks valid and invalid signatures like the whole library", async () => {
    const passkey = new SoftwarePasskey();
    const created = await whole.verifyRegistrationResponse({
      ...{
        response: JSON.parse(passkey.create({ origin: ORIGIN, challenge: challengeOf("a"), counter: 1 })),
        expectedChallenge: challengeOf("a"),
      },
      ...EXPECTED,
    });
    const credential = created.registrationInfo?.credential ?? expect.fail("no passkey");
    for (let round = 0; round < 20; round += 1) {
      const challenge = challengeOf(`round ${round}`);
      const answer = JSON.parse(passkey.sign({ origin: ORIGIN, challenge, counter: 2 + round }));
      const foreign = JSON.parse(new SoftwarePasskey().sign({ origin: ORIGIN, challenge, counter: 2 + round }));
      if (round % 4 === 3) answer.response.signature = foreign.response.signature;
      const check = ({ verifyAuthenticationResponse }: Library) =>
        verifyAuthenticationResponse({ response: answer, expectedChallenge: challenge, ...EXPECTED, credential }).then(
          ({ verified }) => verified,
          () => false,
        );
      expect(await check(lean)).toBe(round % 4 !== 3);
      expect(await check(lean)).toBe(await check(whole));
    }
  });
});

describe("a signature in DER", () => {
  const file = new URL("helpers/iso/isoCrypto/unwrapEC2Signature.js", import.meta.resolve("@simplewebauthn/server"));

  it.each([
    ["P-256", 1],
    ["P-384", 2],
    ["P-521", 3],
  ] as const)("is r and s of %s as the library reads it", async (namedCurve, curve) => {
    const { unwrapEC2Signature: theirs } = (await import(file.href)) as { unwrapEC2Signature: typeof unwrapEC2Signature };
    const { privateKey } = generateKeyPairSync("ec", { namedCurve });
    // One in 256 numbers begins with a zero byte and is therefore shorter.
    for (let round = 0; round < 600; round += 1) {
      const signature = createSign("sha256").update(String(round)).sign(privateKey);
      expect(Buffer.from(unwrapEC2Signature(signature, curve))).toEqual(Buffer.from(theirs(signature, curve)));
    }
  });

  it("is refused if it is truncated, has more than r and s, or has numbers that are too long", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const signature = createSign("sha256").update("a").sign(privateKey);
    for (let end = 0; end < signature.length; end += 1) expect(() => unwrapEC2Signature(signature.subarray(0, end), 1)).toThrow();
    expect(() => unwrapEC2Signature(Buffer.concat([signature, Buffer.from([0])]), 1)).toThrow("more than r and s");
    expect(() => unwrapEC2Signature(signature, 8)).toThrow("crv value of 8");
    const long = createSign("sha256")
      .update("a")
      .sign(generateKeyPairSync("ec", { namedCurve: "P-521" }).privateKey);
    expect(() => unwrapEC2Signature(long, 1)).toThrow("component length");
  });
});
