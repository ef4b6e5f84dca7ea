import type { OperationRow } from "./generated/operation-table.ts";

/** Why a request may have got no answer. A browser does not say whether the network failed or CORS refused; who asks for what is known. */
export function describeNoAnswer({ cookies }: OperationRow, url: string): string {
  const page = globalThis.location?.origin;
  if (cookies && page !== undefined && new URL(url).origin !== page)
    return `The request got no answer: no connection, or the site takes no likes from pages of ${page}. Its owner lists other origins by --origins.`;
  return "The request got no answer: no connection, no such host, or an origin that is not allowed.";
}
