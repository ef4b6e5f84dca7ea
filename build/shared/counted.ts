/** `1 file`, `1,980 files`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** The first items of a list: `a.md, b.md, …`. */
export function firstFew(texts: readonly string[], max: number): string {
  return texts.slice(0, max).join(", ") + (texts.length > max ? ", …" : "");
}
