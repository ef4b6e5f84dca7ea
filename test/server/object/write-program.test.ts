import { afterEach, expect, it, vi } from "vitest";
import type { ObjectEnv, ObjectState } from "../../../server/object/object-env.ts";
import { WritesClass } from "../../../server/object/write-program.ts";
import { createSecrets } from "../../../server/secrets/secrets.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("an object logs the remedy if a variable prevents it from starting", async () => {
  vi.stubGlobal("OCTAVO_VERSION", "1.0.0");
  vi.stubGlobal("OCTAVO_DESK_SCRIPT", "");
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const env = {
    OCTAVO_SECRETS: JSON.stringify(createSecrets((bytes) => new Uint8Array(bytes).fill(7))),
    OCTAVO_ROWS_A_DAY: "lots",
  };
  // It refuses the variable before it reads anything else.
  const object = new WritesClass({} as ObjectState, env as unknown as ObjectEnv);
  await expect(object.fetch(new Request("https://ines.example/"))).rejects.toThrow("is not a number of rows");
  expect(logged).toHaveBeenCalledWith('OCTAVO_ROWS_A_DAY="lots" is not a number of rows: write a whole number from 1, or none');
});
