import { CliError } from "../io.ts";
import type { FoundGenerator, NestedSite } from "./find-generator.ts";
import type { FormerSite } from "./former-site.ts";
import type { GuessedTimeZone } from "./posts/guess-time-zone.ts";
import type { AdoptedConfig } from "./to-config.ts";

/** The lines that `init` writes about a site before its check. */
export function renderReading(
  { generator }: FoundGenerator,
  site: FormerSite,
  { config, isUrlMadeUp, notes }: AdoptedConfig,
  { posts, guess }: { readonly posts: number; readonly guess: GuessedTimeZone | null },
): string {
  const settings = config.site ?? {};
  const rows = [
    ["site of", site.files.length === 0 ? generator.name : `${generator.name}, read from ${site.files.join(", ")}`],
    ["name", String(settings.name)],
    ["address", String(settings.url)],
    ["language", String(settings.language ?? "not set: en")],
    ["time zone", toTimeZoneText(settings.timeZone, guess)],
    ["posts", `${posts}, from ${showGlobs(site)}`],
    ["pages", config.urls?.posts ?? "not set: /posts/{slug}"],
    ["static", site.static.length === 0 ? "no folder of pictures was found" : site.static.join(", ")],
  ];
  const lines = [
    ...rows.map(([label = "", value]) => `${label.padEnd(10)} ${value}`),
    "",
    ...(site.warnings ?? []).map((warning) => `warning: ${warning}`),
    ...(!isUrlMadeUp && isOfTemplate(String(settings.url))
      ? [`note: ${String(settings.url)} is a template's address: put the real one into the configuration before you publish`]
      : []),
    ...(isUrlMadeUp
      ? [`note: ${String(settings.url)} is a placeholder: put the real address into the configuration before you publish`]
      : []),
    ...site.notRead.map((place) => `note: ${place} is computed: code is not run, so check that octavo.config.ts states it`),
    ...[...notes, ...site.notes].map((note) => `note: ${note}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Hosts that generators and themes write into a new site. */
const TEMPLATE_HOSTS =
  /^(?:(?:www\.)?(?:example\.(?:com|org|net)|yoursite\.com|yourdomain\.com|mysite\.com)|quartz\.jzhao\.xyz|localhost)$/i;

function isOfTemplate(url: string): boolean {
  return TEMPLATE_HOSTS.test(URL.parse(url)?.hostname ?? "");
}

function toTimeZoneText(zone: unknown, guess: GuessedTimeZone | null): string {
  if (guess === null) return String(zone ?? "not set: UTC");
  return `${String(zone)}, guessed from ${guess.source}: check timeZone in octavo.config.ts`;
}

/** `source/_posts/**\/*.md`, as seen from the site's folder. */
function showGlobs({ content, posts }: FormerSite): string {
  const below = (glob: string): string => (glob.startsWith("!") ? `!${content}/${glob.slice(1)}` : `${content}/${glob}`);
  return posts.map((glob) => (content === "." ? glob : below(glob))).join(", ");
}

export function noPosts(site: FormerSite, fullest: string): CliError {
  const hint = fullest === "" ? "no folder here contains Markdown" : `octavo reads only Markdown; folders with other texts: ${fullest}`;
  return new CliError(`no posts were found in ${showGlobs(site)}: nothing was written`, { hint });
}

/** Refuses a folder whose site is in one of its subfolders. */
export function inFolder({ path, generator }: NestedSite): CliError {
  return new CliError(`the ${generator} site is in ${path}: nothing was written`, { hint: `octavo init ${quoteWord(path)}` });
}

export function warnOfNested({ path, generator }: NestedSite): string {
  return `${path} is a separate ${generator} site, whose configuration is not read here: octavo init ${quoteWord(path)} moves it separately`;
}

function quoteWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : JSON.stringify(word);
}
