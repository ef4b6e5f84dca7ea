import { HOST_NAMES } from "../../hosts/host-names.ts";
import type { SettingsOf } from "./option.ts";
import {
  count,
  day,
  flag,
  freeText,
  hosts,
  machineNames,
  ONCE,
  option,
  origin,
  port,
  siteUrl,
  toPublicSiteUrl,
  utcInstant,
} from "./readers.ts";

/** Relative to the folder in which octavo runs. The secrets are next to it. */
export const DEFAULT_DB = "data/octavo.db";
export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_PORT = 3000;

/** Options shared by several commands. A command declares its own options itself. */
const SHARED_OPTIONS = {
  config: freeText("file", "the configuration (default: octavo.config.ts, .mts, .js or .mjs in this folder)"),
  content: freeText("folder", "folder of the content (default: the configuration's, or content)"),
  out: freeText("folder", "folder to write, or to serve with --read-only (default: the configuration's, or dist)"),
  port: port(DEFAULT_PORT),
  host: {
    about: "address to listen on; 0.0.0.0 opens it to the network",
    value: "name",
    read: (given: string) => given,
    fallback: DEFAULT_HOST,
  },
  db: freeText("file", `database of visitors' writes (default ${DEFAULT_DB})`),
  site: siteUrl("work on the site at this https://… address, with a key (octavo keys), instead of a database here", ONCE),
  keyFile: freeText("file", "file with the key for --site, mode 600 (or the key itself in OCTAVO_KEY)"),
  published: freeText("place", "dist folder, or the https://… address that serves its files (default dist)"),
  publicUrl: freeText(
    "address",
    "where visitors reach the API: https://ines.example (default: the site's own address, or the one it was built for)",
  ),
  siteUrl: siteUrl("where your front end runs, such as http://localhost:4321: links point to its pages, which may send likes"),
  allowHost: machineNames("other names that start and dev answer to on this machine, such as mybox.local"),
  origins: freeText("list", "origins of other sites whose pages may send likes, separated by commas", { many: true }),
  writeOrigins: freeText("list", "origins of other sites whose visitors may comment, inquire and be counted (default: any)", {
    many: true,
  }),
  trustProxy: freeText("who", "proxies to trust for client addresses: none, addresses and ranges, or secret"),
  desk: freeText("address", "serve the owner's desk at its own address: https://desk.ines.example"),
  deskPath: freeText("path", "serve the owner's desk under a path of the site: /desk (its own address is safer: --desk)"),
  server: origin("https://… address of octavo api, to which hosts (build --host) and start --read-only forward writes"),
  counts: freeText("file", "JSON file with the like and comment counts of posts"),
  now: utcInstant("build as if it were this instant, such as 2026-01-31T09:30:00Z; the clock does not advance"),
  noSearch: flag("leave out the full-text index"),
  drafts: flag("also publish drafts"),
  future: flag("also publish documents dated in the future"),
  strict: flag("let warnings fail the command, as errors do"),
  keepGoing: flag("publish everything except files with errors, list them, and exit with 1"),
  all: flag("show every finding, not only the first 20 of a kind", { env: "OCTAVO_ALL_FINDINGS" }),
  state: freeText("states", "only in these states, separated by commas", { ...ONCE, many: true }),
  post: freeText("slug", "only on this post", ONCE),
  email: freeText("address", "only from this email address", ONCE),
  text: freeText("words", "only if the text contains this, regardless of case", ONCE),
  author: freeText("words", "only if the author's name, email or link contains this", ONCE),
  link: freeText("host", "only with a link to this host: casino.example", ONCE),
  comment: freeText("id", "only this comment", ONCE),
  limit: count("number", "at most this many", ONCE),
  after: freeText("id", "continue after this one", ONCE),
  newest: flag("show the newest comments first", ONCE),
  from: day("first day, in the time zone that the command names: 2026-01-31"),
  to: day("last day, in the same time zone"),
  days: count("number", "how many days (default for a ban: 30, for a key: 365)", ONCE),
  note: freeText("text", "a note to yourself", ONCE),
  force: flag("continue even if data would be lost", ONCE),
  url: option("address", "public address of the site: https://ines.example", toPublicSiteUrl, ONCE),
  dryRun: flag("show the files that would be written, and write nothing", ONCE),
  yes: flag("do not ask", { short: "y", env: false }),
  json: flag("print the result as JSON"),
};

/**
 * Options of commands that build for hosts. In other commands, `host` is the address to listen on.
 */
export const HOST_FILE_OPTIONS = {
  host: hosts(`write the files that these hosts need: ${HOST_NAMES.join(", ")} or all`, { env: "OCTAVO_HOSTS" }),
  writes: flag("with --host cloudflare: the host also runs the write server, so that you need no server of your own"),
  reader: origin("with --host: address of an octavo start --read-only that answers filters, search and counts for nginx and Caddy"),
};

/** Options for the place of the desk. */
export const DESK_OPTIONS = ["desk", "deskPath"] as const;

/** Options for the place of a site's data: a database here, or a server elsewhere. */
export const DATA_PLACE = ["db", "site", "keyFile"] as const;

/** Help text for commands that have the options of DATA_PLACE. */
export const ON_DATABASE =
  "Works on the server's database, even while the server is running: data/octavo.db, or the one that --db or OCTAVO_DB names.";

/** Options that every command has. */
export const COMMON_OPTIONS = {
  quiet: flag("print only problems", { short: "q" }),
  debug: flag("show the stack trace of an error"),
  help: flag("show this help", { short: "h", env: false }),
};

/** Some of the shared options, for a command's declaration. */
export function shared<Name extends keyof typeof SHARED_OPTIONS>(...names: readonly Name[]): Pick<typeof SHARED_OPTIONS, Name> {
  return Object.fromEntries(names.map((name) => [name, SHARED_OPTIONS[name]])) as Pick<typeof SHARED_OPTIONS, Name>;
}

export type DataPlace = Settings<(typeof DATA_PLACE)[number]>;

type AllSettings = SettingsOf<typeof SHARED_OPTIONS & typeof COMMON_OPTIONS>;

/** Some of the shared settings, by name, as a type for a function's parameters. */
export type Settings<Name extends keyof AllSettings> = Pick<AllSettings, Name>;
