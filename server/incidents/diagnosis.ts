/** A problem and its remedy, each on one line without a full stop. */
export interface IncidentFinding {
  /** For the owner. It may contain paths. */
  readonly message: string;
  readonly remedy: string;
}

/**
 * The result of an examination. `skipped`: there is nothing to examine, or the answer cannot be
 * known. `ok` and `skipped` describe the known facts. `wrong` has at least one finding.
 */
export type Diagnosis<Found extends IncidentFinding = IncidentFinding> =
  | { readonly status: "ok" | "skipped"; readonly message: string }
  | { readonly status: "wrong"; readonly findings: readonly Found[] };

export function healthy(message: string): Diagnosis<never> {
  return { status: "ok", message };
}

export function skipped(message: string): Diagnosis<never> {
  return { status: "skipped", message };
}

/** `wrong` if there are findings, otherwise `ok` with the message. */
export function diagnose<Found extends IncidentFinding>(findings: readonly Found[], well: string): Diagnosis<Found> {
  return findings.length === 0 ? healthy(well) : { status: "wrong", findings };
}
