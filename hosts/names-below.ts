/** Names in a site's configuration that no other site on the same server uses. */
interface NamesBelow {
  /** `octavo`, or `octavo_blog` for `/blog`. */
  readonly whole: string;
  /** Prefix of all other names: `octavo_`, or `octavo_blog__`. */
  readonly prefix: string;
}

/**
 * Unique names for a site under a base. A character outside `a-z0-9` becomes its code, because
 * nginx ignores case in `/Blog` and `/blog`. Two underscores end the base, so that `reader` under
 * `/no` differs from `no_reader` at the root.
 */
export function toNamesBelow(base: string): NamesBelow {
  if (base === "") return { whole: "octavo", prefix: "octavo_" };
  const whole = `octavo_${base.slice(1).replaceAll(/[^a-z0-9]/g, (character) => `_${character.charCodeAt(0).toString(16)}`)}`;
  return { whole, prefix: `${whole}__` };
}
