/** An argument as a POSIX shell takes it in one piece: quoted where it has spaces or signs with a meaning. */
export function toShellWord(argument: string): string {
  return /^[\w./:@%+=,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
