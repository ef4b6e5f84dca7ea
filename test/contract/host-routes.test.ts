import { expect, it } from "vitest";
import { HOST_ROUTES } from "../../contract/host-routes.ts";

it("hosts let cookies through with likes, and with engagement, because a cookie marks visits of the owner's browser", () => {
  expect(HOST_ROUTES.filter(({ cookies }) => cookies).map(({ name }) => name)).toEqual(["like", "engagement"]);
});
