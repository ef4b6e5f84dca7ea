import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MIGRATIONS } from "../../../../../server/store/engine/migrations.ts";

const FOLDER = join(import.meta.dirname, "../../../../../server/store/migrations");

it("every schema step has its own file, numbered with the resulting version", () => {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const steps = MIGRATIONS.map(({ version, name }) => `${String(version).padStart(3, "0")}-${name}.ts`);
  expect(files.map(({ name }) => name).sort()).toEqual(steps);
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(steps.map((_step, at) => at + 1));
});
