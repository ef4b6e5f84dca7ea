import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WritesHost } from "../../contract/config/config-names.ts";
import { NOTICE_CHANNELS, NOTICE_VARIABLES } from "../../server/notices/channels/notice-channels.ts";
import { type Env, given, parseNoticeConfig } from "../../server/notices/notice-config.ts";
import { withSecretFiles } from "../../server/notices/read-notice-config.ts";
import { FIRST_KEY_DAYS, formatFirstKey } from "../../server/object/first-key.ts";
import { formatKey, newKeyText } from "../../server/owner/keys/key-text.ts";
import { PRIVATE_FOLDER_MODE, readPrivateJson } from "../../server/private-file.ts";
import { openSecrets, SECRETS_FILE } from "../../server/secrets/secrets-file.ts";
import { ConfigError } from "../../server/server-config.ts";
import { openWorkspace } from "../build/builder.ts";
import { keepOutOfGit } from "../git/git-exposure.ts";
import { type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";

interface ExportSettings extends Settings<"db" | "config" | "quiet"> {
  readonly host: WritesHost | null;
  readonly noKey: boolean;
}

/** Settings of mail over sockets, which workerd does not provide. */
const SMTP = /^OCTAVO_MAIL_SMTP/;

/**
 * `octavo secrets export`: the secrets of the write server on a host, in the form for `wrangler
 * secret bulk`. They contain the owner's first key as a hash; the key itself goes to standard
 * error.
 */
export async function exportSecrets(settings: ExportSettings, io: Io): Promise<void> {
  if (settings.host === null) throw usageError("no host is given", "octavo secrets export --host cloudflare");
  const { config } = await openWorkspace(settings, io);
  const notices = toNoticeVariables(io.env, config.writes?.variables ?? {});
  const file = findDatabase(settings, io);
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  keepOutOfGit(file);
  openSecrets(folder, { random: randomBytes });
  const key = settings.noKey ? null : newKeyText((bytes) => randomBytes(bytes));
  const secrets = {
    OCTAVO_SECRETS: JSON.stringify(readPrivateJson(join(folder, SECRETS_FILE))),
    ...(key === null ? {} : { OCTAVO_OWNER_KEY: formatFirstKey(key) }),
    ...notices,
  };
  writeJson(io, secrets);
  if (key !== null) io.stderr.write(`${formatKey(key)}\n`);
  if (!settings.quiet) io.stderr.write(explain(shortenPath(join(folder, SECRETS_FILE), io.cwd), key !== null));
}

function explain(file: string, hasKey: boolean): string {
  const key = `The line above is your first key, shown only once: keep it where only you can read it. It is valid for ${FIRST_KEY_DAYS} days,
and replaces the first key of an earlier export as soon as the host has it.\n`;
  return `${hasKey ? key : ""}Keep a separate copy of ${file}: it contains these secrets, without which visitors' data there cannot be used.\n`;
}

/**
 * Variables for notices that are set here, except the ones that the configuration gives the host.
 * @throws CliError with exit code 2 if the server could not start with them
 */
function toNoticeVariables(environment: Env, configured: Env): Record<string, string> {
  try {
    const env = withSecretFiles(environment);
    const names = NOTICE_VARIABLES.filter((name) => !name.endsWith("_FILE") && given(env, name) !== null && configured[name] === undefined);
    const found = Object.fromEntries(names.map((name) => [name, given(env, name) ?? ""]));
    const socket = Object.keys({ ...configured, ...found }).find((name) => SMTP.test(name));
    if (socket !== undefined)
      throw new ConfigError(
        `${socket} needs a server of your own`,
        "unset it, and set a service that sends over HTTP (docs/notices.md, Mail)",
      );
    // Any binding may exist: wrangler's configuration defines it.
    parseNoticeConfig({ ...configured, ...found }, NOTICE_CHANNELS, { mailBinding: () => ({ send: async () => {} }) });
    return found;
  } catch (error) {
    if (error instanceof ConfigError) throw usageError(error.message, error.hint);
    throw error;
  }
}
