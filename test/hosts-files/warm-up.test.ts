import { expect, it } from "vitest";
import { warmUp } from "../../hosts/cloudflare/warm-up.ts";

it("the warm-up requests a document, the list of a tag and a list of its own site", async () => {
  expect(new Set((await warmUp()).map(({ status }) => status))).toEqual(new Set([200]));
});
