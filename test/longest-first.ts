import { existsSync } from "node:fs";
import { BaseSequencer, type TestSpecification, type Vitest } from "vitest/node";

/**
 * Test files that take longest, longest first. Run last, one of them would keep a single core busy
 * at the end. vitest itself goes by the size of a file until it has a record of earlier runs, which
 * CI never has.
 */
const LONGEST = [
  "build/incremental/on-disk.test.ts",
  "build/incremental/in-memory.test.ts",
  "cli/process-io.test.ts",
  "api/api.test.ts",
  "cli/pages/page-folders.test.ts",
  "build/cache/cache.test.ts",
  "cli/publish/deploy-git.test.ts",
  "cli/serve/serve.test.ts",
  "threads/snapshot-answers.test.ts",
  "server/linear-parsers.test.ts",
  "edge/reads.test.ts",
  "server/store/sqlite/sqlite-store.test.ts",
  "system/look.test.ts",
  "system/desk-on-site.test.ts",
  "system/desk-surprised.test.ts",
  "system/owner-session.test.ts",
  "system/disk-full.test.ts",
  "system/site-pages.test.ts",
  "system/reference.test.ts",
  "system/server-backups.test.ts",
  "hosts/reads.test.ts",
  "hosts/object-crashes.test.ts",
  "hosts/object-pushes.test.ts",
  "hosts/object-strangers.test.ts",
  "hosts/service-worker.test.ts",
  "hosts/object-rows.test.ts",
  "packages/tarballs.test.ts",
  "packages/create.test.ts",
].map((name) => `${import.meta.dirname}/${name}`);

/** Starts the longest test files of each project first. */
export class LongestFirst extends BaseSequencer {
  constructor(ctx: Vitest) {
    super(ctx);
    const missing = LONGEST.filter((file) => !existsSync(file));
    if (missing.length > 0) throw new Error(`test/longest-first.ts names files that do not exist: ${missing.join(", ")}`);
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      const first = LONGEST.flatMap((name) => own.filter(({ moduleId }) => moduleId === name));
      return [...first, ...own.filter((file) => !first.includes(file))];
    });
  }
}
