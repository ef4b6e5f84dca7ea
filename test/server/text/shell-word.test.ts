import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { toShellWord } from "../../../server/text/shell-word.ts";

it.each(["data/octavo.db", "my site/octavo.db", "it's", '$HOME `x` "y"', "a;b&c", "", "\\"])("a shell reads %j as one word", (argument) => {
  expect(execFileSync("/bin/sh", ["-c", `printf %s ${toShellWord(argument)}`], { encoding: "utf8" })).toBe(argument);
});

it("toShellWord does not change a plain path", () => {
  expect(toShellWord("data/octavo.db.rescued-20260131T120000000Z")).toBe("data/octavo.db.rescued-20260131T120000000Z");
});
