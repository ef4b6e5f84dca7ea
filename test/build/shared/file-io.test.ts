import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRegularFile } from "../../../build/shared/file-io.ts";
import { parseFiles, post, SITE } from "../parse/parse-files.ts";

it("a pipe among the documents is an error at its path, and no read waits for it", async () => {
  const { lines } = await parseFiles(
    { "site.yaml": SITE, "posts/a.md": post("title: A\ndate: 2024-01-01") },
    {
      prepare(contentDir) {
        for (const name of ["posts/b.md", "authors.yaml", "about.md"]) execFileSync("mkfifo", [join(contentDir, name)]);
        expect(() => readRegularFile(join(contentDir, "about.md"))).toThrow("is not a regular file");
      },
    },
  );
  const error = "1:1  error  is not a regular file: it is a pipe, a socket or a device (remove it)";
  expect(lines).toEqual(["about.md", "authors.yaml", "posts/b.md"].map((name) => `content/${name}:${error}`));
});
