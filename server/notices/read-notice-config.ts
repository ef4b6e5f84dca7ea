import { readPrivateFile } from "../private-file.ts";
import { ConfigError } from "../server-config.ts";
import { NOTICE_CHANNELS, SECRET_VARIABLES } from "./channels/notice-channels.ts";
import { type Env, given, type NoticeConfig, parseNoticeConfig } from "./notice-config.ts";

/**
 * Reads OCTAVO_REPORT, OCTAVO_DIGEST, and the variables of all channels. Secrets may be in files.
 * @throws ConfigError with every mistake and no secret. PrivateFileError if others may read a
 * secret's file
 */
export function readNoticeConfig(environment: Env, bindings: Parameters<typeof parseNoticeConfig>[2] = {}): NoticeConfig {
  return parseNoticeConfig(withSecretFiles(environment), NOTICE_CHANNELS, bindings);
}

/**
 * The variables, including secrets from files.
 * @throws like `readNoticeConfig`, but only for files
 */
export function withSecretFiles(env: Env): Env {
  const read = SECRET_VARIABLES.map((name) => {
    const path = given(env, `${name}_FILE`);
    if (path === null) return {};
    if (given(env, name) !== null) throw new ConfigError(`${name} and ${name}_FILE are both set`, "unset one of them");
    const text = readPrivateFile(path);
    if (text === null) throw new ConfigError(`${name}_FILE: ${path} does not exist`, "write the secret into that file, then chmod 600 it");
    return { [name]: text.trim() };
  });
  return Object.assign({ ...env }, ...read) as Env;
}
