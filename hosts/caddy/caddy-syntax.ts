/** Text of a Caddyfile. */

/** A quoted token. A quote in JSON text becomes its escape, which means the same. */
export function caddyQuote(text: string): string {
  return `"${text.replaceAll('\\"', "\\u0022").replaceAll('"', '\\"')}"`;
}

/** A token that may contain quotes and backslashes: a regular expression. */
export function quoteRaw(text: string): string {
  if (text.includes("`")) throw new Error(`a Caddyfile cannot have a backquote here: ${text}`);
  return `\`${text}\``;
}

/** A block with indented lines. */
export function caddyBlock(head: string, lines: readonly string[]): string[] {
  return [`${head} {`, ...lines.map((line) => (line === "" ? "" : `\t${line}`)), "}"];
}

/** A single `header` block for all headers. */
export function setHeaders(headers: Readonly<Record<string, string>>): string[] {
  return caddyBlock(
    "header",
    Object.entries(headers).map(([name, value]) => `${name} ${caddyQuote(value)}`),
  );
}

/** Source of a regular expression for the decimal digits of whole numbers above a limit. */
export function digitsAbove(limit: number): string {
  const digits = String(limit);
  const larger = [...digits].flatMap((digit, at) => {
    const rest = digits.length - at - 1;
    return digit === "9" ? [] : [`${digits.slice(0, at)}[${Number(digit) + 1}-9][0-9]{${rest}}`];
  });
  return [`[0-9]{${digits.length + 1},}`, ...larger].join("|");
}
