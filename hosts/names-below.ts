/** Names in the configuration of a site, which no other site of the same server has. */
interface NamesBelow {
  /** `octavo`, and `octavo_blog` below `/blog`. */
  readonly whole: string;
  /** Begins all further names: `octavo_`, and `octavo_blog__`. */
  readonly prefix: string;
}

/**
 * Names of a site below a base. Another base never gets the same ones: a character other than `a-z0-9` becomes its code, because
 * nginx does not tell `/Blog` from `/blog`. Two underscores end the base, so `/no` and its `reader` are not the `no_reader` of the root.
 */
export function toNamesBelow(base: string): NamesBelow {
  if (base === "") return { whole: "octavo", prefix: "octavo_" };
  const whole = `octavo_${base.slice(1).replaceAll(/[^a-z0-9]/g, (character) => `_${character.charCodeAt(0).toString(16)}`)}`;
  return { whole, prefix: `${whole}__` };
}
