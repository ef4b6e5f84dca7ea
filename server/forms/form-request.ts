import { BODY_MAX_BYTES } from "../../contract/limits.ts";
import { readForm } from "../http/body.ts";
import { Failure } from "../http/http-failure.ts";
import type { ApiContext, Visit } from "../route-context.ts";
import type { ServerConfig } from "../server-config.ts";
import type { FormTokens } from "./form-token.ts";

/** A submitted form. */
export interface SentForm {
  readonly token: string;
  /** Values as typed, by field name. */
  readonly typed: Readonly<Record<string, string>>;
}

/** @throws Failure 415, 413, 400 */
export async function readSentForm({ request }: Visit): Promise<SentForm> {
  const { form: token = "", ...typed } = Object.fromEntries(await readForm(request, { maxBytes: BODY_MAX_BYTES, multipart: true }));
  return { token, typed };
}

/**
 * Refuses a form from another site's page. Browsers send the origin with every form. With the
 * referrer policy `no-referrer` it is `null`, and only Sec-Fetch-Site shows the origin. Addresses
 * that the owner lists for likes count as the site's own, because `start` and `preview` use one of
 * them.
 * @throws Failure 403
 */
export function requireOwnOrigin({ request, baseUrl }: Visit, { likeOrigins }: Pick<ServerConfig, "likeOrigins">): void {
  const own = new URL(baseUrl).origin;
  const origin = request.headers.get("Origin");
  if (origin !== null && [own, ...likeOrigins].includes(origin)) return;
  if (origin === "null" && request.headers.get("Sec-Fetch-Site") === "same-origin") return;
  throw new Failure("origin-not-allowed", { detail: `The form did not come from a page of ${own}. Nothing was stored.` });
}

/** Thrown for a form that was sent too early or too late, or whose token is wrong. */
export class StaleForm extends Error {
  override readonly name = "StaleForm";
  readonly isEarly: boolean;

  constructor(isEarly: boolean) {
    super(isEarly ? "the form came too soon" : "the form is too old");
    this.isEarly = isEarly;
  }
}

/** @throws StaleForm */
export function requireFreshForm(tokens: FormTokens, token: string, subject: string): void {
  const state = tokens.check(token, subject);
  if (state !== "valid") throw new StaleForm(state === "early");
}

/** The members of a submission. Fields that were left empty are absent. */
export function toMembers(
  typed: SentForm["typed"],
  { names, switches = [] }: { readonly names: readonly string[]; readonly switches?: readonly string[] },
): object {
  const filled = names.flatMap((name) => {
    const value = typed[name] ?? "";
    return value.trim() === "" ? [] : [[name, switches.includes(name) ? value === "on" : value] as const];
  });
  return Object.fromEntries(filled);
}

/**
 * A key derived from the form's token and fields, so that a repeated submission counts once, and a
 * different text from the same page counts separately.
 */
export function toFormKey({ keys }: ApiContext, { token, typed }: SentForm): string {
  return Buffer.from(keys.hash("visitor-form", "repeat", token, JSON.stringify(typed))).toString("base64url");
}
