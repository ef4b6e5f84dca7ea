import { expect, it } from "vitest";
import { HOST_ROUTES } from "../../contract/host-routes.ts";

it("lets cookies through with likes, and with engagement, where the owner's browser says by one that a visit is its own", () => {
  expect(HOST_ROUTES.filter(({ cookies }) => cookies).map(({ name }) => name)).toEqual(["like", "engagement"]);
});
