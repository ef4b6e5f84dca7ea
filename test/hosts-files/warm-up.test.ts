import { expect, it } from "vitest";
import { warmUp } from "../../hosts/cloudflare/warm-up.ts";

it("makes a document, the list of a tag and a list of its own site", async () => {
  expect((await warmUp()).map(({ status }) => status)).toEqual([200, 200, 200]);
});
