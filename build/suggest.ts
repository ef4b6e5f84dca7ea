import leven from "leven";

/** The candidate an author most likely meant, or null. Case, `-` and `_` do not count. */
export function suggest(written: string, candidates: Iterable<string>): string | null {
  const plain = simplify(written);
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = leven(plain, simplify(candidate), { maxDistance: bestDistance });
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `did you mean "excerpt"?`, or null. */
export function didYouMean(written: string, candidates: Iterable<string>): string | null {
  const found = suggest(written, candidates);
  return found === null || found === written ? null : `did you mean "${found}"?`;
}

function simplify(text: string): string {
  return text.toLowerCase().replace(/[-_\s]/g, "");
}
