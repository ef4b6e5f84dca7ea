import { HOST_NAMES } from "../hosts/host-names.ts";
import { DEPLOY_TARGETS, EDITORS, TEMPLATES } from "./init/site-plan.ts";

export interface OptionSpec {
  /** As written after `--`, and in the environment. */
  readonly name: string;
  /** As written after `--` where that differs: another command has an option that is written so. */
  readonly written?: string;
  /** May be given several times; what is given is joined by commas. */
  readonly many?: true;
  /** Shown for what follows; null: a switch. */
  readonly value: string | null;
  readonly short?: string;
  readonly about: string;
  /** False: the command line alone, not the environment. What one run asks for must not hold for the next. */
  readonly env?: false;
}

/** The options of all commands; a command takes those it lists. */
export const OPTIONS = [
  { name: "config", value: "file", about: "the configuration (default: octavo.config.ts, .mts, .js or .mjs in this folder)" },
  { name: "content", value: "folder", about: "folder of the content (default: the configuration's, else content)" },
  { name: "out", value: "folder", about: "folder to write, with --read-only to serve (default: the configuration's, else dist)" },
  { name: "types-out", written: "out", value: "file", about: "file to write (default: octavo-kinds.d.ts)", env: false },
  { name: "check", value: null, about: "write nothing; exit with 1 if the file is not what would be written", env: false },
  { name: "compare", value: "source", about: "what names the pages of the old site: an address, a file, or a folder of HTML", env: false },
  { name: "port", value: "number", about: "port to listen on; 0 takes a free one (default 3000)" },
  { name: "desk-port", written: "port", value: "number", about: "port to listen on (default: one that is free)" },
  { name: "host", value: "name", about: "address to listen on; 0.0.0.0 opens it to the network (default 127.0.0.1)" },
  { name: "db", value: "file", about: "database of what visitors write (default data/octavo.db)" },
  { name: "published", value: "place", about: "dist folder, or https://… at whose root its files stand (default dist)" },
  {
    name: "public-url",
    value: "address",
    about: "where visitors reach the API: https://ines.example (default: the site's own address, or as it was built)",
  },
  { name: "site-url", value: "address", about: "where your front end runs, such as http://localhost:4321: pages are there, and may like" },
  {
    name: "allow-host",
    many: true,
    value: "names",
    about: "further names under which start and dev answer on this machine, such as mybox.local",
  },
  { name: "origins", value: "list", about: "origins of other sites whose pages may like, with commas between" },
  { name: "write-origins", value: "list", about: "origins of other sites that may comment, inquire and be counted (default: any)" },
  { name: "trust-proxy", value: "who", about: "whose word on visitors' addresses counts: none, addresses and ranges, or secret" },
  { name: "log", value: "level", about: "the least that is logged: debug, info, warn or error (default info)" },
  {
    name: "hosts",
    written: "host",
    many: true,
    value: "names",
    about: `write what these hosts need: ${HOST_NAMES.join(", ")} or all (OCTAVO_HOSTS)`,
  },
  {
    name: "server",
    value: "address",
    about: "https://… of octavo api, where hosts (build --host) and start --read-only send what visitors write",
  },
  {
    name: "reader",
    value: "address",
    about: "with --host: an octavo start --read-only, which nginx and Caddy ask for filters, search and counts",
  },
  {
    name: "preview",
    value: "address",
    about: "of a preview: its pages, pictures and feeds lead there, crawlers stay out, and nothing passes on to a write server",
  },
  { name: "counts", value: "file", about: "JSON with likes and comments of posts, kept as a snapshot" },
  { name: "now", value: "instant", about: "build as if it were 2026-01-31T09:30:00Z; the clock then stands still" },
  { name: "no-search", value: null, about: "leave out the full-text index" },
  { name: "grace", value: "hours", about: "keep hashed files of earlier builds so long (default: they go at once)" },
  { name: "wait", value: "minutes", about: "look so far ahead and back, and wait for the change", env: false },
  { name: "prune", value: null, about: "list what nothing in the folder refers to; with --yes remove it", env: false },
  {
    name: "changed",
    value: "file",
    about: "write the public addresses that this build changed into it, one a line; one that ends with * is a prefix",
    env: false,
  },
  {
    name: "next-as",
    value: "form",
    about: "print when to build again as cron (in UTC) or iso, on a line of its own; nothing where it never is",
    env: false,
  },
  { name: "drafts", value: null, about: "publish drafts too" },
  { name: "future", value: null, about: "publish what is dated in the future too" },
  { name: "strict", value: null, about: "warnings fail like errors" },
  { name: "all-findings", written: "all", value: null, about: "show every finding, not the first 20 of a kind (OCTAVO_ALL_FINDINGS)" },
  { name: "read-only", value: null, about: "serve a finished build, build nothing; without --db visitors cannot write" },
  { name: "state", value: "states", about: "those in these states alone, with commas between", env: false },
  { name: "post", value: "slug", about: "those on this post alone", env: false },
  { name: "email", value: "address", about: "those from this e-mail address alone", env: false },
  { name: "comment", value: "id", about: "this comment alone", env: false },
  { name: "file", value: "file", about: "write it there, for you alone (mode 0600), instead of on standard output", env: false },
  { name: "limit", value: "number", about: "as many at most", env: false },
  { name: "after", value: "id", about: "go on after this one", env: false },
  { name: "newest", value: null, about: "the newest first", env: false },
  { name: "from", value: "day", about: "first day, in the time zone that the command names: 2026-01-31", env: false },
  { name: "from-api", written: "from", value: "address", about: "of the public API that is read: https://ines.example (OCTAVO_FROM_API)" },
  { name: "to", value: "day", about: "last day, in the same time zone", env: false },
  { name: "days", value: "number", about: "how many days (a ban: 30 unless said)", env: false },
  { name: "note", value: "text", about: "a note to yourself", env: false },
  { name: "others", value: null, about: "the author's other pending comments too", env: false },
  { name: "format", value: "name", about: "form of the output", env: false },
  { name: "bom", value: null, about: "begin a CSV with a byte order mark, for Excel", env: false },
  { name: "force", value: null, about: "do it though something would be lost", env: false },
  { name: "name", value: "text", about: "name of the site (default: the folder's)", env: false },
  { name: "url", value: "address", about: "public address of the site: https://ines.example", env: false },
  {
    name: "language",
    value: "tag",
    about: "language of the site, a BCP 47 tag such as en or pt-BR (default: the system's, else en)",
    env: false,
  },
  { name: "time-zone", value: "name", about: "the site's time zone, such as Europe/Oslo (default: the system's)", env: false },
  { name: "template", value: "name", about: `what the site begins with: ${TEMPLATES.join(", ")} (default blog)`, env: false },
  {
    name: "deploy",
    value: "host",
    about: `write what publishes it there: ${DEPLOY_TARGETS.join(", ")} or none (default none)`,
    env: false,
  },
  { name: "editor", value: "name", about: `write what edits the content in a browser: ${EDITORS.join(", ")}`, env: false },
  {
    name: "package",
    value: "source",
    about: "where npm gets octavo from: a version, a tarball, an address (default: as this one was installed)",
  },
  { name: "uploads", value: "folder", about: "folder of the old site's pictures; without it they stay where they are", env: false },
  { name: "map", value: "file", about: "where threads belong whose page is not found: an address and a slug a line", env: false },
  { name: "emails", value: null, about: "e-mail addresses too: keep such a file private", env: false },
  { name: "date", value: "date", about: "day or instant of publication (default: today, in the site's time zone)", env: false },
  { name: "slug", value: "slug", about: "last part of its address (default: made of the title)", env: false },
  { name: "draft", value: null, about: "write draft: true into it", env: false },
  { name: "all-keys", written: "all", value: null, about: "make every key anew, not only the one that signs cookies", env: false },
  { name: "dry-run", value: null, about: "say what would be written, and write nothing", env: false },
  { name: "yes", value: null, short: "y", about: "do not ask", env: false },
  { name: "json", value: null, about: "print the result as JSON" },
  { name: "quiet", value: null, short: "q", about: "print problems alone" },
  { name: "debug", value: null, about: "show the stack of an error" },
  { name: "help", value: null, short: "h", about: "show this", env: false },
] as const satisfies readonly OptionSpec[];
export type OptionName = (typeof OPTIONS)[number]["name"];

/** As it is written after `--`. */
export function writtenName({ name, written }: OptionSpec): string {
  return written ?? name;
}

/** Of `start` and `dev`. */
export const SERVING_OPTIONS = [
  "config",
  "content",
  "port",
  "host",
  "db",
  "trust-proxy",
  "origins",
  "write-origins",
  "public-url",
  "site-url",
  "allow-host",
  "counts",
  "now",
  "no-search",
  "drafts",
  "future",
  "strict",
  "all-findings",
] as const satisfies readonly OptionName[];

/** Every command takes these. */
export const COMMON_OPTIONS: readonly OptionName[] = ["quiet", "debug", "help"];

/** Names that people try, and what to say. */
export const NOT_OPTIONS: Readonly<Record<string, string>> = {
  database: "the database is --db",
  "allowed-hosts": "names under which the server answers are --allow-host",
  search: "the index is built unless --no-search is given",
  watch: "octavo dev rebuilds on save",
  output: "the folder to write is --out",
  "rate-limits": "the environment sets them: OCTAVO_RATE_LIMITS",
  "proxy-secret": "the environment sets it, for a command line can be read by others: OCTAVO_PROXY_SECRET",
};

/** Read from the environment alone, as those of notices are: a command line can be read by others. */
export const OTHER_VARIABLES: readonly string[] = [
  "OCTAVO_PROXY_SECRET",
  "OCTAVO_RATE_LIMITS",
  "OCTAVO_PUBLIC_VIEWS",
  "OCTAVO_RETENTION",
  "OCTAVO_BACKUPS",
];

/** `OCTAVO_READ_ONLY` for `read-only`. */
export function envName(option: string): string {
  return `OCTAVO_${option.toUpperCase().replaceAll("-", "_")}`;
}
