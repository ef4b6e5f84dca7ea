/** One thing that is wrong and how to fix it. Each is a line without a full stop at its end. */
export interface TroubleFinding {
  /** For the owner. It may contain paths. */
  readonly message: string;
  readonly remedy: string;
}

/**
 * The result of an examination. `ok` and `skipped` say what is known. `skipped` means that there is
 * nothing to examine, or that it cannot be known. `wrong` has at least one finding.
 */
export type Diagnosis<Found extends TroubleFinding = TroubleFinding> =
  | { readonly status: "ok" | "skipped"; readonly message: string }
  | { readonly status: "wrong"; readonly findings: readonly Found[] };

export function healthy(message: string): Diagnosis<never> {
  return { status: "ok", message };
}

export function skipped(message: string): Diagnosis<never> {
  return { status: "skipped", message };
}

/** `wrong` if there are findings, otherwise `ok` with the message. */
export function diagnose<Found extends TroubleFinding>(findings: readonly Found[], well: string): Diagnosis<Found> {
  return findings.length === 0 ? healthy(well) : { status: "wrong", findings };
}
