import { existsSync } from "node:fs";
import { readNoticeConfig } from "../../server/notices/read-notice-config.ts";
import type { ServerConfig } from "../../server/server-config.ts";
import { MAIL_CHANNEL } from "../../server/store/notice-types.ts";
import { type AccessFacts, readAccessFacts } from "../../server/store/sqlite/owner/access-facts.ts";
import { toServerConfig } from "../serve/server-settings.ts";
import type { ExaminedSite } from "./doctor-check.ts";

/** Returns null if the settings cannot be used, which `proxy` reports. */
export function findServerConfig({ settings, io, trustNobody }: ExaminedSite): ServerConfig | null {
  try {
    return toServerConfig(settings, io, { trustNobody });
  } catch {
    return null;
  }
}

/**
 * Whether emails can be sent. Also false if the settings for notices cannot be used, which
 * `notices` reports.
 */
export function hasMail({ io }: ExaminedSite): boolean {
  try {
    return readNoticeConfig(io.env).senders.some(({ channel }) => channel === MAIL_CHANNEL);
  } catch {
    return false;
  }
}

/** Returns null if there is no database yet, or it cannot be read, which `database` reports. */
export function findAccessFacts({ dbFile, io }: ExaminedSite): AccessFacts | null {
  try {
    return existsSync(dbFile) ? readAccessFacts(dbFile, io.now()) : null;
  } catch {
    return null;
  }
}
