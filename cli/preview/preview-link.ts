import { randomBytes } from "node:crypto";
import { readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { PostState, SitePosts } from "../../build/build-options.ts";
import { toPreviewPath } from "../../build/kinds/addresses/preview-path.ts";
import { Diagnostics } from "../../build/shared/diagnostics.ts";
import { didYouMean } from "../../build/shared/suggest.ts";
import { createMapping, Numeral } from "../../build/sources/data-values.ts";
import { readDocument } from "../../build/sources/files/raw-document.ts";
import { pathOfAddress, putBelow, siteOfApi } from "../../contract/text/base-path.ts";
import { toBase32 } from "../../contract/text/base32.ts";
import { openContent } from "../build/assumed-site.ts";
import { runBuild, type Workspace } from "../build/builder.ts";
import { findLocalBuild } from "../build/published-place.ts";
import { CliError, type Io, usageError } from "../io.ts";
import { DEFAULT_HOST, DEFAULT_PORT, type Settings } from "../options/shared-options.ts";
import { readBuiltBaseUrl } from "../serve/public-origin.ts";
import { refuseMistakes } from "../text/refuse-mistakes.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { isPublicAddress } from "../text/site-name.ts";
import { commandName } from "../text/typed-commands.ts";
import { removeWord, setWord } from "./front-matter-word.ts";

interface PreviewLinkSettings extends Settings<"config" | "content" | "now" | "quiet"> {
  readonly renew: boolean;
  readonly remove: boolean;
}

/** 128 bits: 26 characters. */
const WORD_BYTES = 16;

/**
 * `octavo preview-link <post>`: gives a draft its word and prints the address. Without a post, it
 * lists the addresses.
 */
export async function tellPreviewLink(written: string | undefined, settings: PreviewLinkSettings, io: Io): Promise<void> {
  const workspace = await openContent(settings, io);
  await refuseMistakes(workspace.diagnostics, io);
  if (workspace.config.website === null)
    throw new CliError("the site has no pages, so a draft has none either", { hint: "set website: true in octavo.config.ts" });
  if (settings.renew && settings.remove) throw usageError("--renew and --remove do not go together", "give one of the two");
  const site = await readPosts(workspace, settings, io);
  if (written === undefined) return listLinks(site, settings, io);
  const post = findPost(written, site, io);
  if (post.state === "public" || post.state === "expired") {
    if (!settings.remove) refuse(post, site);
  }
  const shown = shortenPath(post.path, io.cwd);
  const tell = (line: string): void => void (settings.quiet || io.stderr.write(`note: ${line}\n`));
  if (settings.remove) {
    if (post.word === null) throw new CliError(`${shown} has no preview word`, { hint: "there is nothing to remove" });
    await edit(post.path, null, workspace, io);
    tell(`removed preview: from ${shown}; the next octavo build or octavo publish removes the page`);
    return;
  }
  const isNew = post.word === null || settings.renew;
  const word = isNew || post.word === null ? toBase32(randomBytes(WORD_BYTES)) : post.word;
  if (isNew) {
    await edit(post.path, word, workspace, io);
    tell(`wrote preview: into ${shown}; the next octavo build or octavo publish writes the page`);
  }
  io.stdout.write(`${toAddress(post.slug, word, site)}\n`);
  tell(await renderLocalAddress(toPreviewPath(post.slug, word), site, io));
  noteAddress(site, tell);
}

type Site = SitePosts & { readonly hasAddress: boolean };

async function readPosts(workspace: Workspace, settings: PreviewLinkSettings, io: Io): Promise<Site> {
  const result = await runBuild(workspace, { ...settings, quiet: true }, io, { outDir: workspace.outDir, check: true, report: null });
  const found = result?.posts?.() ?? null;
  if (result === null || found === null) throw new CliError("the content has mistakes", { hint: "octavo check shows them" });
  const hasAddress = !result.diagnostics.all().some(({ severity, field }) => severity === "error" && field === "url");
  return { ...found, hasAddress: hasAddress && (workspace.assumed?.hasAddress ?? true) };
}

/** A post by its file or its slug. @throws CliError if there is no such post */
function findPost(written: string, { posts }: SitePosts, io: Io): PostState {
  const path = resolve(io.cwd, written);
  const found = posts.find((post) => post.path === path) ?? posts.find(({ slug }) => slug === written);
  if (found !== undefined) return found;
  const slugs = posts.map(({ slug }) => slug);
  const hint = didYouMean(written, slugs) ?? "name its file or its slug; octavo check shows posts with mistakes";
  throw new CliError(`there is no post "${written}"`, { hint });
}

/** @throws CliError */
function refuse({ file, state, page }: PostState, { siteUrl }: SitePosts): never {
  if (state === "public") throw new CliError(`${file} is public`, { hint: `its address is ${putBelow(new URL(siteUrl).origin, page)}` });
  throw new CliError(`${file} has expired`, { hint: "remove expiresAt, or set a later one" });
}

function toAddress(slug: string, word: string, { siteUrl, hasAddress }: Site): string {
  const path = toPreviewPath(slug, word);
  return hasAddress ? putBelow(siteUrl, path) : path;
}

/** States the draft's address on the last local build of `octavo dev` or `octavo start`. */
async function renderLocalAddress(path: string, { siteUrl, hasAddress }: Site, io: Io): Promise<string> {
  const folder = findLocalBuild(io.cwd);
  const built = folder === null ? null : await readBuiltBaseUrl(folder);
  const command = `${commandName(io)} dev`;
  if (built) return `on this machine, while ${command} runs there: ${putBelow(siteOfApi(built), path)}`;
  const usual = `http://${DEFAULT_HOST}:${DEFAULT_PORT}${hasAddress ? pathOfAddress(siteUrl) : ""}`;
  return `on this machine, while ${command} runs without --port: ${putBelow(usual, path)}`;
}

function noteAddress({ siteUrl, hasAddress }: Site, tell: (line: string) => void): void {
  if (!hasAddress) tell("the site has no address yet: add url: https://… to site.yaml, and put it before this path");
  else if (!isPublicAddress(siteUrl)) tell(`${siteUrl} is a placeholder: set the site's own address as url in site.yaml`);
}

function listLinks(site: Site, { quiet, renew, remove }: PreviewLinkSettings, io: Io): void {
  if (renew || remove) throw usageError("no post is given", "name its file or its slug");
  const linked = site.posts.flatMap((post) =>
    post.word === null || post.state === "public" || post.state === "expired" ? [] : [{ ...post, word: post.word }],
  );
  for (const { file, slug, word } of linked) io.stdout.write(`${file}  ${toAddress(slug, word, site)}\n`);
  const tell = (line: string): void => void (quiet || io.stderr.write(`note: ${line}\n`));
  if (linked.length === 0) tell("no draft has a link: octavo preview-link <post> gives a draft one");
  else noteAddress(site, tell);
}

/** The site's own name of the field. */
function keyOf({ config }: Workspace): string {
  const names = Object.entries(config.frontMatter.names.posts);
  return names.find(([name, field]) => field === "preview" && !name.includes("."))?.[0] ?? "preview";
}

/** @param word null to remove the key @throws CliError if the file's form is not supported */
async function edit(path: string, word: string | null, workspace: Workspace, io: Io): Promise<void> {
  const key = keyOf(workspace);
  const shown = shortenPath(path, io.cwd);
  const bytes = await readFile(path);
  const text = bytes.toString("utf8");
  const result = word === null ? removeWord(text, key) : setWord(text, key, word);
  const before = readData(path, bytes, workspace);
  const after = result === null ? null : readData(path, Buffer.from(result), workspace);
  const wanted = { ...before, ...(word === null ? {} : { [key]: word }) };
  if (word === null) delete wanted[key];
  const isWhole = Buffer.from(text).equals(bytes);
  if (result === null || before === null || after === null || !isWhole || !isDeepStrictEqual({ ...after }, wanted))
    throw new CliError(`${shown} was not changed: this command does not support the form of its front matter`, {
      hint: word === null ? `remove ${key} yourself` : `add this line yourself: ${key}: ${word}`,
    });
  // A program that reads the file in the meantime sees either the old or the new content.
  const target = await realpath(path);
  const { mode } = await stat(target);
  await writeFile(`${target}.octavo`, result, { mode });
  await rename(`${target}.octavo`, target);
}

/** The front matter and the body of a file as plain data; null if they cannot be read. */
function readData(path: string, bytes: Buffer, { config, contentDir }: Workspace): Record<string, unknown> | null {
  const relative = path.startsWith(`${contentDir}/`) ? path.slice(contentDir.length + 1) : path;
  const diagnostics = new Diagnostics();
  const raw = readDocument({ path, relative, absolute: path }, diagnostics, { bytes, read: config.frontMatter.read });
  if (raw === null || raw.data === null || diagnostics.errorCount > 0) return null;
  const plain = Object.entries({ ...createMapping(), ...raw.data }).map(([name, value]) => [name, toPlain(value)]);
  return { ...Object.fromEntries(plain), "": raw.body.trimStart() };
}

function toPlain(value: unknown): unknown {
  return value instanceof Numeral ? value.source : value;
}
