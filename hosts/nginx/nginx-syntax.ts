/** Text of an nginx configuration. */

/**
 * A quoted value.
 * @throws Error for a dollar sign, which nginx cannot express
 */
export function nginxQuote(text: string): string {
  if (text.includes("$")) throw new Error(`a value in nginx cannot contain a dollar sign: ${text}`);
  return quoteWithVariables(text);
}

/** A quoted value that contains variables, or a quoted regular expression. */
export function quoteWithVariables(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** A block with indented lines. */
export function nginxBlock(head: string, lines: readonly string[]): string[] {
  return [`${head} {`, ...lines.map((line) => (line === "" ? "" : `  ${line}`)), "}"];
}

/** Content-Type is excluded, because nginx derives it. */
export function addHeaders(headers: Readonly<Record<string, string>>, { always }: { readonly always: boolean }): string[] {
  return Object.entries(headers)
    .filter(([name]) => name !== "Content-Type")
    .map(([name, value]) => `add_header ${name} ${nginxQuote(value)}${always ? " always" : ""};`);
}
