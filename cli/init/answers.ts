import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { language as languageSchema } from "../../build/kinds/fields/field-values.ts";
import { isStandInUrl, toSlug, toStandInUrl } from "../../build/shared/slugs.ts";
import { WRITES_HOSTS } from "../../contract/config/config-names.ts";
import { isTimeZone, toSupportedTimeZone } from "../../contract/query/time-zone.ts";
import { readSiteUrl } from "../../contract/text/base-path.ts";
import { type Io, type Prompts, usageError } from "../io.ts";
import { toSiteName } from "../text/site-name.ts";
import type { InitSettings } from "./init-options.ts";
import { DEPLOY_TARGETS, type DeployTarget, findRepository, type SitePlan, TEMPLATES, type TemplateName } from "./site-plan.ts";

const NAME_MAX = 100;

export interface Answers extends Pick<SitePlan, "name" | "url" | "language" | "timeZone" | "template" | "deploy" | "writes"> {
  /** Absolute. */
  readonly folder: string;
  /** Whether the address is a placeholder. */
  readonly isUrlMadeUp: boolean;
  /** Whether a person at a terminal has answered. */
  readonly isAsked: boolean;
}

type Given = Pick<InitSettings, "name" | "url" | "language" | "timeZone" | "template" | "deploy" | "writes" | "yes">;

/**
 * Collects the choices for a new site: from the options, otherwise from the person at the terminal,
 * who is asked two questions. Everything else has a default. Without a terminal, or with --yes, the
 * defaults are used.
 * @param word the folder, as written; null if not given
 * @returns null if the person gave up
 */
export async function findAnswers(word: string | null, given: Given, io: Io): Promise<Answers | null> {
  checkGiven(given);
  const prompts = given.yes ? null : ((await io.openPrompts?.()) ?? null);
  try {
    const template = given.template ?? (await chooseTemplate(prompts));
    const named = prompts === null || (word === null && (await isForSite(io.cwd))) ? (word ?? ".") : word;
    const suggested = named === null ? "My site" : toSiteName(resolve(io.cwd, named));
    const name = given.name?.trim() ?? (await ask(prompts, "What is it called?", suggested, problemOfName));
    const folder = resolve(io.cwd, named ?? (toSlug(name) || "site"));
    const madeUp = (given.deploy === "github-pages" ? await findPagesUrl(folder) : null) ?? toStandInUrl(name);
    const url = given.url ?? madeUp;
    const writes = given.writes || (given.deploy === WRITES_HOST && (await chooseWrites(prompts)));
    return {
      folder,
      name,
      url,
      isUrlMadeUp: isStandInUrl(url) && given.url === null,
      isAsked: prompts !== null,
      language: canonicalLanguage(given.language ?? systemLanguage(io)) ?? "en",
      timeZone: given.timeZone ?? systemTimeZone(),
      template,
      deploy: toTarget(given.deploy),
      writes,
    };
  } catch (error) {
    if (error === GIVEN_UP) return null;
    throw error;
  }
}

/** Files that do not show what a folder is used for. */
const BESIDE_THE_POINT = /^(?:\.|readme|licen[cs]e)/i;

/**
 * Whether a folder is empty or contains a package. In any other folder, a new site gets its own
 * subfolder.
 */
async function isForSite(folder: string): Promise<boolean> {
  const files: readonly string[] = await readdir(folder).catch(() => []);
  return files.includes("package.json") || files.every((file) => BESIDE_THE_POINT.test(file));
}

/**
 * The address at which GitHub publishes the folder's repository; null if the repository is not on
 * GitHub.
 */
async function findPagesUrl(folder: string): Promise<string | null> {
  const repository = findRepository(await readFile(join(folder, ".git/config"), "utf8").catch(() => ""));
  if (repository?.host !== "github") return null;
  const [owner = "", name = ""] = repository.path.split("/");
  const host = `${owner.toLowerCase()}.github.io`;
  return readSiteUrl(`https://${host}${name.toLowerCase() === host ? "" : `/${name}`}`);
}

/** @throws CliError with exit code 2 */
function checkGiven({ name, language, timeZone, deploy, writes }: Given): void {
  const problem = name === null ? null : problemOfName(name);
  if (problem !== null) throw usageError(`--name is "${name}"`, problem);
  if (language !== null && canonicalLanguage(language) === null) throw usageError(`--language is "${language}"`, WANT_LANGUAGE);
  if (writes && deploy !== WRITES_HOST)
    throw usageError(
      `--writes goes with --deploy ${WRITES_HOST}`,
      "with other hosts, octavo api on a server of your own receives visitors' writes",
    );
  if (timeZone !== null && !isTimeZone(timeZone)) throw usageError(`--time-zone is "${timeZone}"`, "want an IANA name such as Europe/Oslo");
}

const GIVEN_UP = Symbol("given up");

async function ask(prompts: Prompts | null, message: string, initial: string, check: (answer: string) => string | null): Promise<string> {
  if (prompts === null) return initial;
  const answer = await prompts.ask({ message, initial, check });
  if (answer === null) throw GIVEN_UP;
  return answer.trim();
}

async function choose(prompts: Prompts | null, message: string, labels: Readonly<Record<string, string>>): Promise<string> {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  const initial = options[0]?.value ?? "";
  if (prompts === null) return initial;
  const answer = await prompts.choose({ message, options, initial });
  if (answer === null) throw GIVEN_UP;
  return answer;
}

const TEMPLATE_LABELS: Readonly<Record<TemplateName, string>> = {
  website: "a website",
  api: "an API for my own front end",
  astro: "a website made with Astro",
  empty: "only its settings",
};

async function chooseTemplate(prompts: Prompts | null): Promise<TemplateName> {
  const answer = await choose(prompts, "What do you want to start?", TEMPLATE_LABELS);
  return TEMPLATES.find((name) => name === answer) ?? "website";
}

const [WRITES_HOST] = WRITES_HOSTS;

/** No comes first, because it needs no further answers. */
async function chooseWrites(prompts: Prompts | null): Promise<boolean> {
  const labels = {
    no: "no: the pages have none, or my own server receives them",
    yes: "yes: Cloudflare receives and stores them, without a server of mine",
  };
  return (await choose(prompts, "Comments, likes and inquiries?", labels)) === "yes";
}

function toTarget(given: string | null): DeployTarget | null {
  return DEPLOY_TARGETS.find((name) => name === given) ?? null;
}

function problemOfName(name: string): string | null {
  if (name.trim() === "") return "want a name";
  if (/\p{Cc}/u.test(name)) return "want one line, without control characters";
  return [...name].length > NAME_MAX ? `want at most ${NAME_MAX} characters` : null;
}

/** In the form used in site.yaml. */
function canonicalLanguage(tag: string): string | null {
  const { success, data } = languageSchema.safeParse(tag);
  return success ? data : null;
}

const WANT_LANGUAGE = "want a BCP 47 tag such as en, nb or pt-BR";

/**
 * `LANG=nb_NO.UTF-8` becomes `nb`, not `nb-NO`: a site is rarely in the language of a single
 * country.
 */
function systemLanguage({ env }: Pick<Io, "env">): string {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
  const [language = ""] = locale.split(/[_.@-]/);
  return /^[a-z]{2,3}$/.test(language) ? (canonicalLanguage(language) ?? "en") : "en";
}

function systemTimeZone(): string {
  return toSupportedTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
