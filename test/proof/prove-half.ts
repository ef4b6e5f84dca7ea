import { createTally } from "../build/incremental/build-step.ts";
import { proveSequence, proveSequences } from "../build/incremental/prove-sequences.ts";

/** The total of both halves. */
const SEQUENCES = 300;

/**
 * Proves the even or the odd sequences of the seed that OCTAVO_PROOF_SEED names (`123`), or the one
 * sequence that it names (`123/45`). Without a seed, vitest.config.ts draws one.
 */
export async function proveHalf(remainder: 0 | 1): Promise<void> {
  const { OCTAVO_PROOF_SEED: text = "" } = process.env;
  const [, seed, one] = /^(\d{1,9})(?:\/(\d{1,6}))?$/.exec(text) ?? [];
  if (seed === undefined) throw new Error(`OCTAVO_PROOF_SEED is "${text}": want a seed such as 123, or 123/45 for one of its sequences`);
  console.log(`OCTAVO_PROOF_SEED=${text} npm run test:proof runs the same edits again`);
  if (one === undefined) {
    const indexes = Array.from({ length: SEQUENCES / 2 }, (_, index) => 2 * index + remainder);
    await proveSequences({ seed: Number(seed), indexes });
  } else if (Number(one) % 2 === remainder) await proveSequence(Number(seed), Number(one), createTally());
}
