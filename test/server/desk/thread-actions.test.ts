import { expect, it } from "vitest";
import { createDeskFixture, formTokenOf, signIn } from "./hosted/hosted-fixture.ts";

it("a thread moved to a former slug ends up on the post's current slug", async () => {
  const desk = createDeskFixture();
  const browser = desk.browser();
  await signIn(desk, browser);
  const id = await desk.approved("Does the table hold at spring tide?");
  const form = await formTokenOf(await browser.get(`/comments/${id}`));
  expect((await browser.post(`/comments/${id}`, { form, do: "move", post: "old-tides" })).status).toBe(303);
  const { items } = await (await desk.send("GET", "/posts/tides/comments")).json();
  expect(items).toMatchObject([{ id }]);
});
