import { type DeskPlace, readDeskPlace } from "../desk/hosted/desk-address.ts";
import type { ChannelEnv } from "../notices/channels/channel.ts";
import { NOTICE_CHANNELS } from "../notices/channels/notice-channels.ts";
import { type Env, given, type NoticeConfig, parseNoticeConfig } from "../notices/notice-config.ts";
import { readRetention } from "../privacy/retention-config.ts";
import { ConfigError, type DailyTotals, DEFAULT_LIMITS, readServerConfig, type ServerConfig } from "../server-config.ts";
import { totalsOfRows } from "../store/object/row-brakes.ts";
import { DEFAULT_RETENTION, type Retention } from "../store/privacy-types.ts";
import { FREE_PLAN_ROWS, parseRowsADay, ROWS_A_DAY_WANT } from "./rows-a-day.ts";

/** The write server's settings on Cloudflare, from the same variables as on Node. */
export interface ObjectSettings {
  readonly config: ServerConfig;
  readonly notices: NoticeConfig;
  readonly retention: Retention;
  /** Number of rows that the plan allows the object to write per day; null if there is no limit. */
  readonly rowsADay: number | null;
  /** null if there is no hosted desk. */
  readonly desk: DeskPlace | null;
}

/**
 * Reads the variables and secrets, which are the bindings that are strings.
 * @throws ConfigError, which names the variable
 */
export function readObjectSettings(bindings: object): ObjectSettings {
  const values = new Map(Object.entries(bindings));
  const env: Env = Object.fromEntries([...values].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  const mailBinding: ChannelEnv["mailBinding"] = (name) => {
    const binding: unknown = values.get(name);
    return isMailBinding(binding) ? binding : null;
  };
  const rowsADay = readRowsADay(env.OCTAVO_ROWS_A_DAY);
  return {
    // The only peer is the Worker in front of the object, which sends the client's address.
    config: {
      ...readServerConfig({ env, host: "127.0.0.1", dailyAll: toDailyTotals(rowsADay) }),
      trustProxy: { kind: "none" },
      metrics: "off",
    },
    notices: parseNoticeConfig(env, NOTICE_CHANNELS, { mailBinding }),
    retention: readRetention(env.OCTAVO_RETENTION) ?? DEFAULT_RETENTION,
    rowsADay,
    desk: readDeskPlace({ desk: given(env, "OCTAVO_DESK"), deskPath: given(env, "OCTAVO_DESK_PATH") }),
  };
}

/**
 * The daily totals for all clients together, reduced where the plan's rows do not allow the defaults.
 */
function toDailyTotals(rowsADay: number | null): Partial<DailyTotals> {
  if (rowsADay === null) return {};
  const { likes, comments, inquiries, "comment-edits": edits } = totalsOfRows(rowsADay);
  const { dailyAll: usual } = DEFAULT_LIMITS;
  return {
    likes: Math.min(likes, usual.likes),
    comments: Math.min(comments, usual.comments),
    "comment-edits": Math.min(edits, usual["comment-edits"]),
    inquiries: Math.min(inquiries, usual.inquiries),
  };
}

/**
 * Reads `OCTAVO_ROWS_A_DAY`. Returns null if there is no limit.
 * @throws ConfigError
 */
export function readRowsADay(text: string | undefined): number | null {
  const rows = text === undefined || text === "" ? FREE_PLAN_ROWS : parseRowsADay(text);
  if (rows === undefined) throw new ConfigError(`OCTAVO_ROWS_A_DAY="${text}" is not a number of rows`, ROWS_A_DAY_WANT);
  return rows;
}

type MailBinding = NonNullable<ReturnType<NonNullable<ChannelEnv["mailBinding"]>>>;

function isMailBinding(binding: unknown): binding is MailBinding {
  return typeof binding === "object" && binding !== null && "send" in binding;
}
