import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { PublicComment } from "../../../threads/public-comments.ts";
import { createData, type DataFixture } from "../data-fixture.ts";
import { post } from "../site-fixture.ts";

export interface ImportFixture extends DataFixture {
  /** Writes an export into the folder and returns its name. */
  file(name: string, bytes: string | Uint8Array): Promise<string>;
  /** Copies a file from test/fixtures/comments into the folder and returns its name. */
  fixture(name: string): Promise<string>;
  /** Public threads of a post in a short form: `Ada: text [Ben: text]`. */
  threads(slug: string): Promise<string[]>;
}

const POSTS: Readonly<Record<string, string>> = {
  "first-ice": post("First ice", "2014-12-01"),
  heron: post("Heron", "2014-12-02", "aliases: [/2014/12/heron.html]\n"),
  "lost-boat": post("The lost boat", "2013-01-01", "aliases: [lost]\n"),
};

/** A built site of three posts, with an empty database. */
export async function createImportFixture(): Promise<ImportFixture> {
  const data = await createData();
  onTestFinished(() => data.remove());
  const file: ImportFixture["file"] = async (name, bytes) => {
    await writeFile(join(data.cwd, name), bytes);
    return name;
  };
  await mkdir(join(data.cwd, "content/posts"), { recursive: true });
  await file("content/site.yaml", "name: Marsh notes\nurl: https://marsh.example\n");
  for (const [slug, text] of Object.entries(POSTS)) await file(`content/posts/${slug}.md`, text);
  const built = await data.run(["build", "--no-search"]);
  if (built.code !== 0) throw new Error(built.err);
  return {
    ...data,
    file,
    fixture: async (name) => file(name, await readFile(new URL(`../../fixtures/comments/${name}`, import.meta.url))),
    threads: (slug) =>
      data.use(async ({ comments }) => {
        const page = await comments.page({ slug, page: 1, pageSize: 50, sort: "oldest" });
        return (page?.items ?? []).map(toWords);
      }),
  };
}

function toWords({ authorName, body, replies }: PublicComment): string {
  const said = body === null ? "(gone)" : `${authorName}: ${body.replaceAll("\n", "⏎")}`;
  return replies.length === 0 ? said : `${said} [${replies.map(toWords).join(" | ")}]`;
}
