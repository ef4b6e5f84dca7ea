import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_DIR } from "../../helpers/sample-site.ts";

/**
 * Looked up on 2026-11-23, in each action's releases. After that, Dependabot notifies a site's
 * owner.
 */
const CURRENT_MAJORS = {
  "actions/cache": 6,
  "actions/cache/restore": 6,
  "actions/checkout": 7,
  "actions/deploy-pages": 5,
  "actions/setup-node": 7,
  "actions/upload-pages-artifact": 5,
};

it("workflows, the action and the docs use the current major versions of actions", () => {
  const files = [
    ...readdirSync(join(PROJECT_DIR, "templates/deploy")).map((name) => `templates/deploy/${name}`),
    ...readdirSync(join(PROJECT_DIR, ".github/workflows")).map((name) => `.github/workflows/${name}`),
    ...readdirSync(join(PROJECT_DIR, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
    "action.yml",
  ];
  const used = files.flatMap((file) =>
    [...readFileSync(join(PROJECT_DIR, file), "utf8").matchAll(/\buses: (actions\/[\w/-]+)@(\S+)/g)].map(([, name = "", version]) => ({
      file,
      name,
      version,
    })),
  );
  expect(new Set(used.map(({ name }) => name))).toEqual(new Set(Object.keys(CURRENT_MAJORS)));
  const majors: Readonly<Record<string, number>> = CURRENT_MAJORS;
  expect(used.filter(({ name, version }) => version !== `v${majors[name]}`)).toEqual([]);
});
