import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCommands } from "../../packages/octavo-tools/commands.ts";
import { complete, renderCompletion, SHELLS } from "../../packages/octavo-tools/completion.ts";
import { describeWith } from "../system/programs.ts";
import { toolsArguments } from "./site-server.ts";

const COMMANDS = createCommands();

describe("completion", () => {
  it.each([
    [["po"], ["posts"]],
    [["mc"], ["mcp"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [
      ["posts", "s"],
      ["search", "series"],
    ],
    [
      ["posts", "list", "--published"],
      ["--published-from", "--published-to"],
    ],
    [
      ["posts", "list", "--type", ""],
      ["TEXT", "VIDEO", "IMAGE"],
    ],
    [["posts", "list", "--type", "VIDEO", "--ty"], []],
    [
      ["tags", "list", "p"],
      ["posts", "projects", "photos", "pages"],
    ],
    [["posts", "get", "--j"], ["--json"]],
    [["posts", "get", "--al"], []],
    [["posts", "list", "--al"], ["--all"]],
    [["nothing", ""], []],
  ])("of %j is %j", (words, found) => {
    expect(complete(COMMANDS, words)).toEqual(found);
  });
});

/** A folder with the programs under their names, as npm installs them. */
function createPrograms(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "octavo-completion-"));
  for (const [name, group] of [
    ["octavo-tools", null],
    ["octavo-posts", "posts"],
  ] as const) {
    const args = toolsArguments(group, []).map((arg) => `'${arg}'`);
    writeFileSync(join(folder, name), `#!/bin/sh\nexec '${process.execPath}' ${args.join(" ")} "$@"\n`, { mode: 0o755 });
  }
  for (const shell of SHELLS) writeFileSync(join(folder, shell), renderCompletion(shell, ["octavo-tools", "octavo-posts"]));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

describeWith(["bash"], "bash", (bash) => {
  let programs: ReturnType<typeof createPrograms>;
  beforeAll(() => {
    programs = createPrograms();
  });
  afterAll(() => programs.remove());

  it.each([
    ["octavo-tools posts l", "list"],
    ["octavo-posts list --type ", "TEXT VIDEO IMAGE"],
    ["octavo-posts list --tag x --publ", "--published-from --published-to"],
  ])("offers for «%s»: %s", (line, offered) => {
    const words = line.split(" ");
    const script = `source ./bash; COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _octavo_tools; echo "\${COMPREPLY[*]}"`;
    const options = {
      cwd: programs.folder,
      encoding: "utf8",
      env: { ...process.env, PATH: `${programs.folder}:${process.env.PATH}` },
    } as const;
    expect(execFileSync(bash, ["--norc", "-c", script], options)).toBe(`${offered}\n`);
  });
});
