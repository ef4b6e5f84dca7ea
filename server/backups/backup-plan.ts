import { resolve } from "node:path";
import { DAY_MS, HOUR_MS } from "../days.ts";
import { ConfigError } from "../server-config.ts";
import { isAgeRecipient } from "./age-recipient.ts";

/**
 * The interval between backups, and the age at which the newest one counts as too old. The
 * difference leaves time for retries.
 */
export const BACKUP_INTERVALS = {
  hourly: { everyMs: HOUR_MS, oldMs: 2 * HOUR_MS },
  daily: { everyMs: DAY_MS, oldMs: 30 * HOUR_MS },
  weekly: { everyMs: 7 * DAY_MS, oldMs: 8 * DAY_MS },
} as const;
export type BackupInterval = keyof typeof BACKUP_INTERVALS;

const KEEP_DEFAULT = 14;
/** `OCTAVO_BACKUPS=elsewhere`: another tool makes the backups, and Octavo cannot see them. */
const ELSEWHERE = "elsewhere";

/** Backups that the server makes itself. */
export interface OwnBackups {
  readonly kind: "own";
  /** Absolute. */
  readonly folder: string;
  readonly every: BackupInterval;
  /** How many verified backups to keep. */
  readonly keep: number;
  /** The age public key that backups are encrypted for; null if they are not encrypted. */
  readonly recipient: string | null;
}

/** `manual`: the owner runs `octavo db backup`. */
export type BackupPlan = { readonly kind: "manual" | "elsewhere" } | OwnBackups;

/** The result of the server's last backup since its start. */
export interface BackupState {
  /** Why the last attempt failed; null after a success and before the first attempt. */
  readonly failure: { readonly at: number; readonly reason: string } | null;
}

const FORM = "want elsewhere, or a folder and optional settings: /var/backups/octavo,daily,keep=14 (hourly, daily or weekly; age=age1…)";

/**
 * Parses OCTAVO_BACKUPS.
 * @param cwd base of a relative folder
 * @throws ConfigError
 */
export function readBackupPlan(text: string | undefined, cwd: string): BackupPlan {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return { kind: "manual" };
  if (trimmed === ELSEWHERE) return { kind: ELSEWHERE };
  const [folder = "", ...settings] = trimmed.split(",").map((part) => part.trim());
  if (folder === "" || folder.includes("=") || folder in BACKUP_INTERVALS) throw refuse(folder, "is not a folder");
  let plan: OwnBackups = { kind: "own", folder: resolve(cwd, folder), every: "daily", keep: KEEP_DEFAULT, recipient: null };
  for (const setting of settings) plan = { ...plan, ...readSetting(setting) };
  return plan;
}

function readSetting(setting: string): Partial<OwnBackups> {
  if (setting in BACKUP_INTERVALS) return { every: setting as BackupInterval };
  const [, name, value = ""] = /^(keep|age)=(.*)$/.exec(setting) ?? [];
  if (name === "keep" && /^[1-9]\d{0,3}$/.test(value)) return { keep: Number(value) };
  if (name === "age" && isAgeRecipient(value)) return { recipient: value };
  if (name === "age") throw refuse(setting, "is not an age public key: want age= followed by the public key that age-keygen prints");
  throw refuse(setting, "is not known");
}

function refuse(part: string, why: string): ConfigError {
  return new ConfigError(`OCTAVO_BACKUPS: ${JSON.stringify(part)} ${why}`, FORM);
}

/** The age at which the newest backup is too old, in ms. */
export function maxBackupAge(plan: BackupPlan): number {
  return BACKUP_INTERVALS[plan.kind === "own" ? plan.every : "weekly"].oldMs;
}
