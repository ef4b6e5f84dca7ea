/**
 * A complete option of a command: flag, environment variable, help, reader and default. Its key is
 * its name: `siteUrl` is `--site-url`.
 */
export interface Option<T> {
  readonly about: string;
  /** Placeholder for the value in the help; null for a switch. */
  readonly value: string | null;
  /**
   * Reads the value.
   * @param source the flag or the variable, for messages
   * @throws CliError with exit code 2
   */
  read(text: string, source: string): T;
  readonly fallback: T;
  readonly short?: string;
  /** Whether it may be repeated; commas join the values. */
  readonly many?: true;
  /**
   * Environment variable, if not derived from the flag. False if there is none, because one run's
   * choice must not apply to the next.
   */
  readonly env?: string | false;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

export type SettingsOf<O extends Options> = { readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never };

/** `--site-url` for `siteUrl`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `OCTAVO_SITE_URL` for `siteUrl`; null for an option that only the command line sets. */
export function variableOf(name: string, { env }: Pick<Option<unknown>, "env">): string | null {
  if (env === false) return null;
  return env ?? `OCTAVO_${flagOf(name).slice(2).toUpperCase().replaceAll("-", "_")}`;
}
