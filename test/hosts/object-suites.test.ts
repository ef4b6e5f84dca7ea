import { afterAll, describe, expect, it } from "vitest";
import { startTestObjects } from "./objects/test-objects.ts";

/** The suites of the store and of the routes, run inside Durable Objects by workerd. */

const objects = await startTestObjects();
afterAll(() => objects.stop());

describe("in a Durable Object", () => {
  it.each(objects.tests)("%s", async (name) => {
    expect(await objects.run(name)).toBe(null);
  });
});
