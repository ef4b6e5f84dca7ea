import { fileURLToPath } from "node:url";
import type { InputOptions, Plugin } from "rolldown";

/** Node modules that workerd provides with `nodejs_compat`, and that the write program may use. */
const OF_WORKERD = ["node:crypto", "node:net", "node:timers/promises"];

/** How a program for workerd finds its modules. */
export const WORKER_RESOLVE: Pick<InputOptions, "external" | "resolve"> = {
  external: OF_WORKERD,
  resolve: { conditionNames: ["workerd", "worker", "import", "module", "default"], mainFields: ["module", "main"] },
};

/** A transport that tells the owner what to use instead. */
const NO_SMTP = `export const smtpTransport = {
  title: "SMTP",
  variables: [{ name: "OCTAVO_MAIL_SMTP", isSecret: true, isTarget: true }],
  hasApi: false,
  read: (env) => {
    env.problem("OCTAVO_MAIL_SMTP needs a server of your own: set OCTAVO_MAIL_API here, which sends over HTTP");
    return null;
  },
};`;

const DER_SIGNATURE = fileURLToPath(new URL("../../server/object/der-signature.ts", import.meta.url));

/** A module that is left out of a program, and its replacement. */
interface LeftOut {
  readonly id: RegExp;
  readonly replace: (code: string) => string;
}

/**
 * Passkeys are requested without attestation, so a browser sends none, or a signature by the
 * passkey's own key (WebAuthn Level 3, section 5.1.3, step 5). All code for certificates serves
 * other attestations, which are refused here.
 */
const CERTIFICATES: readonly LeftOut[] = [
  {
    id: /@simplewebauthn[\\/]server[\\/]esm[\\/](?:registration[\\/]verifications[\\/].*(?:AndroidKey|SafetyNet|Apple|U2F|TPM)|helpers[\\/](?:getCertificateInfo|validateCertificatePath|validateExtFIDOGenCEAAGUID|convertX509PublicKeyToCOSE|isCertRevoked)|metadata[\\/]verify\w+)\.js$/,
    replace: (code) =>
      [...code.matchAll(/^export (?:async )?function (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => { throw new Error("attestations with certificates are not accepted"); };\n`)
        .join(""),
  },
  {
    id: /@simplewebauthn[\\/]server[\\/]esm[\\/]services[\\/]metadataService\.js$/,
    replace: () => "export class BaseMetadataService {}\nexport const MetadataService = new BaseMetadataService();",
  },
  {
    id: /@simplewebauthn[\\/]server[\\/]esm[\\/]services[\\/]defaultRootCerts[\\/]/,
    replace: (code) => [...code.matchAll(/^export const (\w+)/gm)].map(([, name]) => `export const ${name} = "";\n`).join(""),
  },
  {
    id: /@simplewebauthn[\\/]server[\\/]esm[\\/]helpers[\\/]iso[\\/]isoCrypto[\\/]unwrapEC2Signature\.js$/,
    replace: () => `export { unwrapEC2Signature } from ${JSON.stringify(DER_SIGNATURE)};`,
  },
];

/** Sockets for mail, Zod's messages in languages other than English, and certificates. */
const LEFT_OUT: readonly LeftOut[] = [
  { id: /[\\/]mail[\\/]smtp\.ts$/, replace: () => NO_SMTP },
  { id: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/, replace: () => 'export { default as en } from "./en.js";' },
  ...CERTIFICATES,
];

/** Leaves out modules that a program for workerd never needs. */
export function leaveOutOfWorkers(): Plugin {
  return {
    name: "leave-out-of-workers",
    transform: {
      filter: { id: LEFT_OUT.map(({ id }) => id) },
      handler: (code, id) => LEFT_OUT.find((one) => one.id.test(id))?.replace(code) ?? code,
    },
  };
}
