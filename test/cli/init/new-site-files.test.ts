import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createData } from "../data-fixture.ts";

/** The arguments of `octavo` in the first line of a page that backs up the database. */
function readBackupLine(page: string): { readonly folder: string; readonly args: readonly string[] } {
  const [, folder = "", args = ""] = /^mkdir -p -m 700 (\S+) && octavo (db backup \S+)$/m.exec(readFileSync(page, "utf8")) ?? [];
  return { folder, args: args.split(" ") };
}

it("init writes a .gitignore that covers backups at the documented place and copies beside package.json", async () => {
  const data = await createData();
  onTestFinished(() => data.remove());
  expect((await data.run(["init", "."])).code).toBe(0);
  execFileSync("git", ["init", "--quiet"], { cwd: data.cwd });
  const { folder, args } = readBackupLine("docs/server.md");
  mkdirSync(join(data.cwd, folder), { mode: 0o700 });
  for (const backup of [args, ["db", "backup", "ines.db"]]) expect(await data.run(backup)).toMatchObject({ code: 0, err: "" });
  const { out } = await data.run(["doctor", "--json"]);
  const { checks }: { checks: readonly { name: string; findings: readonly unknown[] }[] } = JSON.parse(out);
  expect(checks.find(({ name }) => name === "repository")).toMatchObject({ findings: [] });
  execFileSync("git", ["add", "--all"], { cwd: data.cwd });
  const added = execFileSync("git", ["ls-files"], { cwd: data.cwd, encoding: "utf8" }).trim().split("\n");
  expect(added.sort()).toEqual([
    ".gitignore",
    "content/favicon.svg",
    "content/posts/hello.md",
    "content/site.yaml",
    "octavo.config.ts",
    "package.json",
  ]);
});
