/** Maximum number of entries of Accept-Encoding to read. */
const CODINGS_MAX = 32;

/**
 * The coding that a client prefers, if its weight is at least that of the uncompressed bytes (RFC
 * 9110, 12.5.3). If several are equal, the first of `codings` is chosen. Returns null if none is
 * acceptable or the header is missing.
 */
export function chooseCoding<const T extends string>(request: Request, codings: readonly T[]): T | null {
  const weights = readWeights(request.headers.get("Accept-Encoding") ?? "");
  const identity = weights.get("identity") ?? 0;
  let best: { readonly coding: T; readonly weight: number } | null = null;
  for (const coding of codings) {
    const weight = weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get("*") ?? 0;
    if (weight > 0 && weight >= identity && weight > (best?.weight ?? 0)) best = { coding, weight };
  }
  return best?.coding ?? null;
}

function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(",", CODINGS_MAX)) {
    const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    // A malformed weight counts as 0, so the coding is not used.
    weights.set(coding, /^[01](?:\.\d{0,3})?$/.test(weight) ? Math.min(1, Number(weight)) : 0);
  }
  return weights;
}
