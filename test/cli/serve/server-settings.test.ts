import { expect, it } from "vitest";
import { createPlainLog } from "../../../cli/serve/server-settings.ts";
import { NOTHING_LOST } from "../../../server/log.ts";

it("tells what went wrong with the id that the problem of the request names", () => {
  let text = "";
  const log = createPlainLog({ stderr: { write: (more: string) => (text += more) } }, () => NOTHING_LOST);
  log.error("a request failed", { requestId: "d4906761", error: "Error", detail: "no such table" });
  log.warn("the published content cannot be read");
  log.info("request", { requestId: "d4906762" });
  expect(text).toBe("octavo: a request failed: no such table (request d4906761)\noctavo: the published content cannot be read\n");
});
