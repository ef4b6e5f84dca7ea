import { BODY_MAX_BYTES } from "../../contract/limits.ts";
import { readForm } from "../http/body.ts";
import { Failure } from "../http/http-failure.ts";
import type { ApiContext, Visit } from "../route-context.ts";
import type { ServerConfig } from "../server-config.ts";
import type { FormTokens } from "./form-token.ts";

/** A submission by a form. */
export interface SentForm {
  readonly token: string;
  /** By name of field, as typed. */
  readonly typed: Readonly<Record<string, string>>;
}

/** @throws Failure 415, 413, 400 */
export async function readSentForm({ request }: Visit): Promise<SentForm> {
  const { form: token = "", ...typed } = Object.fromEntries(await readForm(request, { maxBytes: BODY_MAX_BYTES, multipart: true }));
  return { token, typed };
}

/**
 * Refuses a form of another site's page. Browsers state the origin of every form; under a
 * referrer policy of `no-referrer` it is `null`, and only Sec-Fetch-Site tells. The addresses that
 * the owner lists for likes are the site's own: `start` and `preview` are at one of them.
 * @throws Failure 403
 */
export function requireOwnOrigin({ request, baseUrl }: Visit, { likeOrigins }: Pick<ServerConfig, "likeOrigins">): void {
  const own = new URL(baseUrl).origin;
  const origin = request.headers.get("Origin");
  if (origin !== null && [own, ...likeOrigins].includes(origin)) return;
  if (origin === "null" && request.headers.get("Sec-Fetch-Site") === "same-origin") return;
  throw new Failure("origin-not-allowed", { detail: `The form did not come from a page of ${own}. Nothing was stored.` });
}

/** Why a form with a valid signature is not taken yet, or no longer. */
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
 * Makes a form that is sent twice one submission, and another text of the same page another one.
 */
export function toFormKey({ keys }: ApiContext, { token, typed }: SentForm): string {
  return Buffer.from(keys.hash("visitor-form", "repeat", token, JSON.stringify(typed))).toString("base64url");
}
