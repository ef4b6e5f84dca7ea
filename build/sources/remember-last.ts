/**
 * Makes a pure function return its last result again if its argument is the same. An example is the
 * schemas of a kind for the site's time zone.
 */
export function rememberLast<T>(make: (key: string) => T): (key: string) => T {
  let last: { readonly key: string; readonly made: T } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, made: make(key) };
    return last.made;
  };
}
