import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openInEditor, toEditorCommand } from "../../../cli/opening/editor.ts";

const PLACE = { file: "/site/content/posts/it's; rm.md", line: 3, column: 7 };

describe("the owner's editor", () => {
  it.each([
    [{ VISUAL: "code" }, "code", ["--goto", `${PLACE.file}:3:7`]],
    [{ VISUAL: "", EDITOR: "/usr/bin/subl --wait" }, "/usr/bin/subl", ["--wait", `${PLACE.file}:3:7`]],
    [{ VISUAL: "vim", EDITOR: "code" }, "vim", ["+3", PLACE.file]],
    [{ EDITOR: '"/opt/My Editor/edit" -n' }, "/opt/My Editor/edit", ["-n", PLACE.file]],
    [{ EDITOR: "webstorm" }, "webstorm", ["--line", "3", "--column", "7", PLACE.file]],
    [{ EDITOR: "code; rm -rf /" }, "code;", ["rm", "-rf", "/", PLACE.file]],
  ])("named by %j is %s with the arguments %j", (env, program, args) => {
    expect(toEditorCommand(env, PLACE)).toMatchObject({ program, args });
  });

  it("is the system's own program if no variable names one", () => {
    const { program, args } = toEditorCommand({}, PLACE);
    expect([program, args.at(-1)]).toEqual([{ darwin: "open", win32: "rundll32" }[process.platform as string] ?? "xdg-open", PLACE.file]);
  });
});

describe("opening a file", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "octavo-editor-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.runIf(process.platform !== "win32")("passes the name to the program unchanged, without a shell", async () => {
    const program = join(folder, "edit");
    await writeFile(program, `#!/bin/sh\nprintf '%s' "$1" > '${join(folder, "opened")}'\n`);
    await chmod(program, 0o755);
    expect(await openInEditor(PLACE, { EDITOR: program, PATH: "/usr/bin:/bin" })).toBeNull();
    await expect.poll(() => readFile(join(folder, "opened"), "utf8").catch(() => null)).toBe(PLACE.file);
  });

  it("explains what to do about an editor without a window, or a missing one", async () => {
    expect(await openInEditor(PLACE, { EDITOR: "vim" })).toContain("set VISUAL to an editor with a window");
    expect(await openInEditor(PLACE, { EDITOR: join(folder, "none") })).toContain("cannot be started");
  });
});
