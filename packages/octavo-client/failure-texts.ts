import type { OperationRow } from "./generated/operation-table.ts";
import type { DescribeFailure } from "./octavo-error.ts";

/** The end of every base address. */
const API_PATH = "/api/v1";

/** Texts for programmers. The elements have their own texts for readers. */
export const describeForProgrammers: DescribeFailure = (code, { row, url, timeout, response }) => {
  switch (code) {
    case "timeout":
      return ["No answer in time", `There was no answer within ${timeout} ms.`];
    case "network-error":
      return ["No answer", describeNoAnswer(row, url)];
    case "unexpected-answer": {
      const type = response?.headers.get("Content-Type") ?? "without a type";
      return ["Not an API response", `The answer (${response?.status}, ${type}) is not from the API: ${describeBase(row, url)}`];
    }
  }
};

/** The mistake in the base address, if the address of the request shows one. */
function describeBase({ path }: OperationRow, url: string): string {
  const { origin, pathname } = new URL(url);
  // The base precedes the operation's path, which has as many segments as its template.
  const base = `${origin}${pathname}`
    .split("/")
    .slice(0, -(path.split("/").length - 1))
    .join("/");
  return describeLack(base) ?? "is the client's baseUrl the address of an Octavo site?";
}

/** Returns null if the base address has the right ending. */
export function describeLack(base: string): string | null {
  return base.endsWith(API_PATH) ? null : `the client's baseUrl is ${base}, which lacks ${API_PATH}. Use ${base}${API_PATH}`;
}

/**
 * A browser does not reveal whether the network failed or CORS refused. The operation decides which
 * is likely.
 */
function describeNoAnswer({ cookies }: OperationRow, url: string): string {
  const page = globalThis.location?.origin;
  if (cookies && page !== undefined && new URL(url).origin !== page)
    return `The request got no answer: no connection, or the site does not accept likes from pages of ${page}. Its owner lists other origins with --origins.`;
  return "The request got no answer: no connection, no such host, or an origin that is not allowed.";
}
