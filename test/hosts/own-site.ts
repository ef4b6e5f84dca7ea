import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RedirectList } from "../../contract/schemas/list.ts";
import type { HostOptions } from "../../hosts/host-files.ts";
import type { HostName } from "../../hosts/host-names.ts";
import { makeDist, makePost, tags } from "../edge/site-fixture.ts";
import { addHostFiles } from "./dists.ts";

/** A small site with its owner's pages beside the API, as a front end writes them. */

export const HOME = "<!doctype html><title>Home</title><p>The home page.</p>\n";
export const ABOUT = "<!doctype html><p>About me.</p>\n";
export const OWN_404 = "<!doctype html><title>Not here</title><p>The owner's page for what is missing.</p>\n";
/** A page that a post links to; it counts as media, although it is HTML. */
export const LINKED_PAGE = "/media/score.0123456789abcdef.html";
export const PICTURE = "/media/heron.0123456789abcdef.svg";
const ALONE: HostOptions = { server: null, reader: null, origins: [], folder: "dist" };

const OWN_FILES: Readonly<Record<string, string>> = {
  "index.html": HOME,
  "about.html": ABOUT,
  "notes.txt": "Notes.\n",
  ".well-known/security.txt": "Contact: mailto:ines@ines.example\n",
  "private/secret.txt": "The owner's secret.\n",
  ".git/config": "[remote]\n\turl = a secret\n",
  [LINKED_PAGE.slice(1)]: "<!doctype html><p>A score.</p>\n",
  [PICTURE.slice(1)]: '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
};

export interface OwnSite {
  readonly distDir: string;
  remove(): Promise<void>;
}

/** @param options.page404 whether the owner has a 404.html */
export async function makeOwnSite({
  page404,
  hostOptions = ALONE,
  hosts,
  redirects = [],
  files: more = {},
}: {
  readonly page404: boolean;
  readonly hostOptions?: HostOptions;
  readonly hosts?: readonly HostName[];
  readonly redirects?: RedirectList["items"];
  /** Added to the files that every such site has. */
  readonly files?: Readonly<Record<string, string>>;
}): Promise<OwnSite> {
  const dir = await mkdtemp(join(tmpdir(), "octavo-own-"));
  const distDir = join(dir, "dist");
  const posts = ["rain", "snow", "hail"].map((slug) => makePost(slug, { tags: tags("weather") }));
  const files = [
    ...makeDist({ posts, aliases: { drizzle: "rain" }, search: true, redirects }),
    ...Object.entries({ ...OWN_FILES, ...more }),
    ...(page404 ? [["404.html", OWN_404] as const] : []),
  ];
  for (const [path, text] of files) {
    await mkdir(dirname(join(distDir, path)), { recursive: true });
    await writeFile(join(distDir, path), text);
  }
  await addHostFiles(distDir, hostOptions, hosts);
  return { distDir, remove: () => rm(dir, { recursive: true, force: true }) };
}
