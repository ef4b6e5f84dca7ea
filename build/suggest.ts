import leven from "leven";

/** From this length on, what is written may be the beginning of a candidate. */
const PREFIX_MIN = 3;

/** The candidate an author most likely meant, or null. Case, `-` and `_` do not count; `warn` may be `warning`. */
export function suggest(written: string, candidates: readonly string[]): string | null {
  const plain = simplify(written);
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const candidate of candidates) {
    const other = simplify(candidate);
    const distance = areSwapped(plain, other) ? 1 : leven(plain, other, { maxDistance: bestDistance });
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  if (best !== null || plain.length < PREFIX_MIN) return best;
  return [...candidates].find((candidate) => simplify(candidate).startsWith(plain)) ?? null;
}

/** `did you mean "excerpt"?`, or null. */
export function didYouMean(written: string, candidates: readonly string[]): string | null {
  const found = suggest(written, candidates);
  return found === null || found === written ? null : `did you mean "${found}"?`;
}

/** Whether two texts differ by two neighbours in the wrong order (`nmae`), which counts as two changes otherwise. */
function areSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((character, index) => character !== b[index]);
  return at !== -1 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function simplify(text: string): string {
  return text.toLowerCase().replace(/[-_\s]/g, "");
}
