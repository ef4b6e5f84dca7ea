import { expect, it } from "vitest";
import { noContent } from "../../../server/http/respond.ts";
import { loadPage } from "../../../server/routes/server-pages.ts";

it("the server loads a page again if its first load failed", async () => {
  let loads = 0;
  const page = loadPage(async () => {
    loads += 1;
    if (loads === 1) throw new Error("too many open files");
    return async () => noContent({});
  });
  const ask = (): ReturnType<typeof page> => page(new Request("https://ines.example/"), "/", { address: "", client: "" });
  await expect(ask()).rejects.toThrow("too many open files");
  expect((await ask()).status).toBe(204);
  await ask();
  expect(loads).toBe(2);
});
