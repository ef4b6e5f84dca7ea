import type { DescribeFailure } from "./octavo-error.ts";

/** For programmers; the elements have words of their own, for readers. */
export const describeForProgrammers: DescribeFailure = (code, { timeout, response }) => {
  switch (code) {
    case "timeout":
      return ["No answer in time", `There was no answer within ${timeout} ms.`];
    case "network-error":
      return ["No answer", "The request got no answer: no connection, no such host, or an origin that is not allowed."];
    case "unexpected-answer": {
      const type = response?.headers.get("Content-Type") ?? "without a type";
      const detail = `The answer (${response?.status}, ${type}) is none of the API: is the client's baseUrl the API's address, /api/v1 included?`;
      return ["Not the API's answer", detail];
    }
  }
};
