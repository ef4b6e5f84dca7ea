/** Quotes an argument for a POSIX shell if it contains spaces or special characters. */
export function toShellWord(argument: string): string {
  return /^[\w./:@%+=,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
