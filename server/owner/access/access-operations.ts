import { z } from "zod";
import { putBelow } from "../../../contract/text/base-path.ts";
import { SIGN_IN_LINK_MS } from "../../store/access-types.ts";
import { toPublicId } from "../../store/sqlite/ids.ts";
import { defineOperation, OwnerError } from "../owner-operation.ts";
import { ASKS_CODE, hashLink } from "./link-hash.ts";

const SECRET_BYTES = 32;
/**
 * Characters in a code: 40 bits. Somebody who has the link can make millions of attempts within its
 * ten minutes.
 */
const CODE_LENGTH = 8;

/**
 * The answer contains the link's token, which is stored only as a hash. If the desk shares the
 * site's origin, the site's scripts may learn its addresses, so the link also needs a code.
 */
export const deskInvitation = defineOperation({
  name: "desk.invite",
  scope: "owner",
  about: "Makes a link that signs a browser in to the desk",
  input: z.strictObject({}),
  output: z.strictObject({ url: z.string(), code: z.string().nullable(), expiresAt: z.int() }),
  run: async ({ store: { access }, clock, random }) => {
    const place = await access.deskPlace();
    if (place === null)
      throw new OwnerError("no server of this database serves the desk", "start one with --desk https://desk.ines.example (docs/desk.md)");
    if (place.startsWith("/")) throw new OwnerError("the site's address is not known", "start the server once with the published site");
    const token = Buffer.from(random(SECRET_BYTES)).toString("base64url");
    const expiresAt = clock() + SIGN_IN_LINK_MS;
    const code = new URL(place).pathname === "/" ? null : toPublicId(random).slice(0, CODE_LENGTH);
    await access.addLink({ hash: hashLink(token, code ?? ""), kind: "invite", browser: null, expiresAt });
    return { url: putBelow(place, `/sign-in/${token}${code === null ? "" : `?${ASKS_CODE}`}`), code, expiresAt };
  },
});

const Access = z.strictObject({
  browsers: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      way: z.enum(["passkey", "link"]),
      createdAt: z.int(),
      usedAt: z.int(),
      confirmedAt: z.int(),
      expiresAt: z.int(),
    }),
  ),
  passkeys: z.array(z.strictObject({ id: z.string(), name: z.string(), createdAt: z.int(), usedAt: z.int().nullable() })),
});
export type OwnerAccess = z.infer<typeof Access>;

export const showAccess = defineOperation({
  name: "desk.access",
  scope: "owner",
  about: "Lists the browsers that are signed in to the desk, and its passkeys",
  input: z.strictObject({}),
  output: Access,
  run: async ({ store: { access } }) => ({
    browsers: await access.listSessions(),
    passkeys: (await access.listPasskeys()).map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt })),
  }),
});

/**
 * `kind` names the access that was ended. "unknown": neither a browser nor a passkey has that id.
 */
export const accessRevocation = defineOperation({
  name: "desk.revoke",
  scope: "owner",
  about: "Ends a browser's session, or removes a passkey",
  input: z.strictObject({ id: z.string().max(100) }),
  output: z.strictObject({ kind: z.enum(["browser", "passkey", "unknown"]) }),
  run: async ({ store: { access } }, { id }) => {
    if (await access.revokeSession(id)) return { kind: "browser" as const };
    return { kind: (await access.removePasskey(id)) ? ("passkey" as const) : ("unknown" as const) };
  },
});
