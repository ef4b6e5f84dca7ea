import type { OperationRow } from "./generated/operation-table.ts";
import type { DescribeFailure } from "./octavo-error.ts";

/** For programmers; the elements have words of their own, for readers. */
export const describeForProgrammers: DescribeFailure = (code, { row, url, timeout, response }) => {
  switch (code) {
    case "timeout":
      return ["No answer in time", `There was no answer within ${timeout} ms.`];
    case "network-error":
      return ["No answer", describeNoAnswer(row, url)];
    case "unexpected-answer": {
      const type = response?.headers.get("Content-Type") ?? "without a type";
      const detail = `The answer (${response?.status}, ${type}) is none of the API: is the client's baseUrl the API's address, /api/v1 included?`;
      return ["Not the API's answer", detail];
    }
  }
};

/** A browser does not say whether the network failed or CORS refused; who asks for what is known. */
function describeNoAnswer({ cookies }: OperationRow, url: string): string {
  const page = globalThis.location?.origin;
  if (cookies && page !== undefined && new URL(url).origin !== page)
    return `The request got no answer: no connection, or the site takes no likes from pages of ${page}. Its owner lists other origins by --origins.`;
  return "The request got no answer: no connection, no such host, or an origin that is not allowed.";
}
