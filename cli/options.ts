import type { HostName } from "../hosts/host-names.ts";
import { readGivenArguments, readGivenEnvironment } from "./given-options.ts";
import { DEPLOY_TARGETS, type DeployTarget, EDITORS, type EditorName, TEMPLATES, type TemplateName } from "./init/site-plan.ts";
import type { Io } from "./io.ts";
import { COMMON_OPTIONS, type OptionName } from "./option-specs.ts";
import {
  NEXT_FORMS,
  type NextForm,
  toCount,
  toDayOption,
  toHostNames,
  toHosts,
  toInstantOption,
  toOrigin,
  toPort,
  toPublicSiteUrl,
  toSiteUrl,
  toWord,
} from "./option-values.ts";

/** The settings of all commands, by name. A command takes those it lists. */
export interface Settings {
  readonly config: string | null;
  readonly content: string | null;
  readonly out: string | null;
  readonly typesOut: string | null;
  readonly check: boolean;
  /** An address, a file or a folder. */
  readonly compare: string | null;
  readonly port: number;
  /** 0: one that is free. */
  readonly deskPort: number;
  readonly host: string;
  readonly db: string | null;
  readonly published: string | null;
  readonly publicUrl: string | null;
  /** Address of a preview; null: it is none. */
  readonly preview: string | null;
  /** `http://localhost:4321`, and the path of a site under one. */
  readonly siteUrl: string | null;
  /** Names in lower case. */
  readonly allowHost: readonly string[];
  readonly origins: string | null;
  readonly writeOrigins: string | null;
  readonly trustProxy: string | null;
  readonly log: string | null;
  readonly hosts: readonly HostName[];
  /** Origins: `https://api.ines.example`. */
  readonly server: string | null;
  readonly reader: string | null;
  readonly counts: string | null;
  /** `2026-01-31T09:30:00.000Z`; null: the present. */
  readonly now: string | null;
  readonly noSearch: boolean;
  /** Hours, from 1; null: none. */
  readonly grace: number | null;
  /** Minutes. */
  readonly wait: number | null;
  readonly prune: boolean;
  readonly changed: string | null;
  readonly nextAs: NextForm | null;
  readonly drafts: boolean;
  readonly future: boolean;
  readonly strict: boolean;
  readonly allFindings: boolean;
  readonly readOnly: boolean;
  readonly state: string | null;
  readonly post: string | null;
  readonly email: string | null;
  readonly comment: string | null;
  readonly file: string | null;
  /** From 1; null: the command's own. */
  readonly limit: number | null;
  readonly after: string | null;
  readonly newest: boolean;
  /** `2026-01-31`. */
  readonly from: string | null;
  /** Address of a site: `https://ines.example`. */
  readonly fromApi: string | null;
  readonly to: string | null;
  /** From 1. */
  readonly days: number | null;
  readonly note: string | null;
  readonly others: boolean;
  readonly format: string | null;
  readonly bom: boolean;
  readonly force: boolean;
  readonly name: string | null;
  /** `https://ines.example`, and the path of a site under one. */
  readonly url: string | null;
  readonly language: string | null;
  readonly timeZone: string | null;
  readonly date: string | null;
  readonly slug: string | null;
  readonly draft: boolean;
  readonly template: TemplateName | null;
  readonly editor: EditorName | null;
  readonly deploy: DeployTarget | "none" | null;
  readonly package: string | null;
  readonly uploads: string | null;
  readonly map: string | null;
  readonly emails: boolean;
  readonly dryRun: boolean;
  /** Every key, not that of cookies alone. */
  readonly allKeys: boolean;
  readonly yes: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly help: boolean;
}

/** A command line taken apart. */
export interface CommandLine {
  readonly settings: Settings;
  /** Words that are not options, in order. */
  readonly words: readonly string[];
}

const DEFAULT_HOST = "127.0.0.1";

/**
 * Reads the options of a command; what is not given comes from the environment.
 * @throws CliError with exit code 2 for unknown options, missing or wrong values
 */
export function readCommandLine(args: readonly string[], allowed: readonly OptionName[], env: Io["env"]): CommandLine {
  const known = [...allowed, ...COMMON_OPTIONS];
  const { options, words } = readGivenArguments(args, known);
  const given = new Map([...readGivenEnvironment(known, env), ...options]);
  const text = (name: OptionName): string | null => given.get(name) ?? null;
  const on = (name: OptionName): boolean => given.get(name) === "true";
  const settings = {
    config: text("config"),
    content: text("content"),
    out: text("out"),
    typesOut: text("types-out"),
    check: on("check"),
    compare: text("compare"),
    port: toPort(text("port")),
    deskPort: toPort(text("desk-port"), 0),
    host: text("host") ?? DEFAULT_HOST,
    db: text("db"),
    published: text("published"),
    publicUrl: text("public-url"),
    preview: text("preview"),
    siteUrl: toSiteUrl("site-url", text("site-url")),
    allowHost: toHostNames("allow-host", text("allow-host")),
    origins: text("origins"),
    writeOrigins: text("write-origins"),
    trustProxy: text("trust-proxy"),
    log: text("log"),
    hosts: toHosts(text("hosts")),
    server: toOrigin("server", text("server")),
    reader: toOrigin("reader", text("reader")),
    counts: text("counts"),
    now: toInstantOption(text("now")),
    noSearch: on("no-search"),
    grace: toCount("grace", text("grace")),
    wait: toCount("wait", text("wait")),
    prune: on("prune"),
    changed: text("changed"),
    nextAs: toWord("next-as", text("next-as"), NEXT_FORMS),
    drafts: on("drafts"),
    future: on("future"),
    strict: on("strict"),
    allFindings: on("all-findings"),
    readOnly: on("read-only"),
    state: text("state"),
    post: text("post"),
    email: text("email"),
    comment: text("comment"),
    file: text("file"),
    limit: toCount("limit", text("limit")),
    after: text("after"),
    newest: on("newest"),
    from: toDayOption("from", text("from")),
    fromApi: toSiteUrl("from", text("from-api")),
    to: toDayOption("to", text("to")),
    days: toCount("days", text("days")),
    note: text("note"),
    others: on("others"),
    format: text("format"),
    bom: on("bom"),
    force: on("force"),
    name: text("name"),
    url: toPublicSiteUrl(text("url")),
    language: text("language"),
    timeZone: text("time-zone"),
    date: text("date"),
    slug: text("slug"),
    draft: on("draft"),
    editor: toWord("editor", text("editor"), EDITORS),
    template: toWord("template", text("template"), TEMPLATES),
    deploy: toWord("deploy", text("deploy"), [...DEPLOY_TARGETS, "none"]),
    package: text("package"),
    uploads: text("uploads"),
    map: text("map"),
    emails: on("emails"),
    dryRun: on("dry-run"),
    allKeys: on("all-keys"),
    yes: on("yes"),
    json: on("json"),
    quiet: on("quiet"),
    debug: on("debug"),
    help: on("help"),
  };
  return { settings, words };
}
