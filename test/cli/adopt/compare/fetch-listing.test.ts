import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { fetchListing } from "../../../../cli/adopt/compare/fetch-listing.ts";

it("fetchListing gives up on a file that does not arrive in time, even in the middle of it", async () => {
  const server = createServer((_, response) => response.write("<urlset>"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await expect(fetchListing(`http://${host}/`, host, 50)).rejects.toThrow("did not answer in full within");
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
