import { resolve } from "node:path";
import { API_PREFIX } from "../../contract/paths.ts";
import { readSiteUrl, toApiBase } from "../../contract/text/base-path.ts";
import { type BackupPlan, readBackupPlan } from "../../server/backups/backup-plan.ts";
import { type DeskPlace, readDeskPlace } from "../../server/desk/hosted/desk-address.ts";
import { isLoopback } from "../../server/http/address/ip.ts";
import type { Log, LostLines } from "../../server/log.ts";
import type { NoticeConfig } from "../../server/notices/notice-config.ts";
import { readNoticeConfig } from "../../server/notices/read-notice-config.ts";
import { readRetention } from "../../server/privacy/retention-config.ts";
import { ConfigError, readOrigins, readServerConfig, type ServerConfig } from "../../server/server-config.ts";
import type { Retention } from "../../server/store/privacy-types.ts";
import type { BuildSettings } from "../build/builder.ts";
import { type Io, usageError } from "../io.ts";
import { flagOf, variableOf } from "../options/option.ts";
import type { Settings } from "../options/shared-options.ts";
import { DEFAULT_DB } from "../options/shared-options.ts";

/** The path of the database, absolute. */
export function findDatabase({ db }: Partial<Settings<"db">>, { cwd }: Pick<Io, "cwd">): string {
  return resolve(cwd, db ?? DEFAULT_DB);
}

/** Settings of a write server. */
export type ServerSettings = Settings<"host" | "publicUrl" | "origins" | "writeOrigins" | "trustProxy">;
/** Settings of `start` and `dev`. */
export type ServingSettings = ServerSettings &
  BuildSettings &
  Settings<"config" | "content" | "port" | "db" | "siteUrl" | "allowHost" | "now" | "drafts" | "future" | "quiet" | "debug">;

export interface ServerSettingsOptions {
  /** True for a server that visitors reach directly, unless its owner states otherwise. */
  readonly trustNobody?: boolean;
}

/**
 * The write server's configuration. Options take precedence over the environment. @throws CliError
 * with exit code 2 for invalid settings, or if the server would be unsafe
 */
export function toServerConfig(
  settings: ServerSettings,
  { env }: Pick<Io, "env">,
  { trustNobody = false }: ServerSettingsOptions = {},
): ServerConfig {
  const { host, publicUrl, origins, writeOrigins, trustProxy } = settings;
  const over = {
    OCTAVO_PUBLIC_URL: publicUrl === null ? undefined : toPublicBase(publicUrl),
    OCTAVO_ORIGINS: origins ?? undefined,
    OCTAVO_WRITE_ORIGINS: writeOrigins ?? undefined,
  };
  const names = {
    publicUrl: sourceOf("publicUrl", settings, env),
    origins: sourceOf("origins", settings, env),
    writeOrigins: sourceOf("writeOrigins", settings, env),
  };
  return explained(() =>
    readServerConfig({ env: { ...env, ...over }, names, trustProxy: trustProxy ?? (trustNobody ? "none" : null), host }),
  );
}

/**
 * The channels of the owner's notices.
 * @throws CliError with exit code 2 for invalid settings
 */
export function toNoticeConfig({ env }: Pick<Io, "env">): NoticeConfig {
  return explained(() => readNoticeConfig(env));
}

/**
 * The place where the desk is served; null if it is not served. @throws CliError with exit code 2
 * for an unusable address or path
 */
export function toDeskPlace({ desk, deskPath }: Settings<"desk" | "deskPath">): DeskPlace | null {
  return explained(() => readDeskPlace({ desk, deskPath }));
}

/**
 * How long visitors' data is stored; null if the environment does not state it.
 * @throws CliError with exit code 2 for invalid settings
 */
export function toRetention({ env }: Pick<Io, "env">): Retention | null {
  return explained(() => readRetention(env.OCTAVO_RETENTION));
}

/**
 * The tool that makes backups, and their schedule.
 * @throws CliError with exit code 2 for invalid settings
 */
export function toBackupPlan({ env, cwd }: Pick<Io, "env" | "cwd">): BackupPlan {
  return explained(() => readBackupPlan(env.OCTAVO_BACKUPS, cwd));
}

/** @throws CliError with exit code 2 for invalid values of `--origins` */
export function toOrigins(settings: Settings<"origins">, { env }: Pick<Io, "env">): readonly string[] {
  return explained(() => readOrigins(sourceOf("origins", settings, env), settings.origins ?? undefined) ?? []);
}

/**
 * Names the source of a setting in messages: `OCTAVO_ORIGINS` if it is in the environment, or else
 * `--origins`.
 */
function sourceOf<Name extends string>(name: Name, settings: Readonly<Record<Name, string | null>>, env: Io["env"]): string {
  const variable = variableOf(name, {});
  return variable !== null && env[variable] === settings[name] ? variable : flagOf(name);
}

/** @throws CliError with exit code 2 instead of a ConfigError */
function explained<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError) throw usageError(error.message, error.hint);
    throw error;
  }
}

/**
 * `https://ines.example/blog` → `https://ines.example/blog/api/v1`. The base address of the API is
 * also accepted.
 */
function toPublicBase(publicUrl: string): string {
  const url = readSiteUrl(publicUrl);
  return url === null || url.endsWith(API_PREFIX) ? publicUrl : toApiBase(url);
}

/** The log of a server that a person watches: plain messages on standard error. */
export function createPlainLog({ stderr }: Pick<Io, "stderr">, lost: () => LostLines): Log {
  const tell: Log["warn"] = (message, fields = {}) => {
    const detail = typeof fields.detail === "string" ? `: ${fields.detail}` : "";
    const request = typeof fields.requestId === "string" ? ` (request ${fields.requestId})` : "";
    stderr.write(`octavo: ${message}${detail}${request}\n`);
  };
  return { debug: () => {}, info: () => {}, warn: tell, error: tell, flush: () => {}, lost };
}

/** A notice at the start of a server that other machines can reach. */
export function exposureNote({ host, trustProxy }: Settings<"host" | "trustProxy">): string | null {
  if (isLoopback(host) || trustProxy !== null) return null;
  return "visitors are identified by the addresses of their connections; behind a proxy, all would count as one: use --trust-proxy";
}
