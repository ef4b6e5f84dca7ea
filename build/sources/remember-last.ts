/**
 * A pure function that returns its last result again while its argument is the same, such as the
 * schemas of a kind for the time zone of the site.
 */
export function rememberLast<T>(make: (key: string) => T): (key: string) => T {
  let last: { readonly key: string; readonly made: T } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, made: make(key) };
    return last.made;
  };
}
