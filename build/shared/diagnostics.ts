/**
 * Collects mistakes in the content from all stages. A report at the end lists all of them, sorted.
 */

export type Severity = "error" | "warning";

/**
 * A place in a file. Line and column start at 1. Columns count UTF-16 code units, as in editors.
 */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Exclusive, on the same line; absent for a single character. */
  readonly endColumn?: number;
}

/** Returns the beginning of a file, for mistakes that concern the whole file. */
export function startOf(file: string): Location {
  return { file, line: 1, column: 1 };
}

/** Line, column and end column in a known file. */
export type PackedLocation = readonly [line: number, column: number, endColumn?: number];

export function packLocation({ line, column, endColumn }: Location): PackedLocation {
  return endColumn === undefined ? [line, column] : [line, column, endColumn];
}

export function unpackLocation([line, column, endColumn]: PackedLocation, file: string): Location {
  return endColumn === undefined ? { file, line, column } : { file, line, column, endColumn };
}

/** `["series", "position"]`, `["links", 0, "url"]`. */
export type FieldPath = readonly (string | number)[];

export interface Diagnostic extends Location {
  readonly severity: Severity;
  /** Stable name of the rule: `bad-date`, `unknown-key`, `missing-picture`. */
  readonly code: string;
  /** Dotted path of the field, if any: `series.position`. */
  readonly field?: string;
  /** The mistake: `"2024-13-01" is not a date`. */
  readonly message: string;
  /** A correct form: `want 2024-01-31 or 2024-01-31T09:30:00Z`. */
  readonly hint?: string;
  /** Advice for all mistakes of a kind. A report shows it only once. */
  readonly remedy?: string;
}

export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly remedy?: string;
  readonly field?: FieldPath;
}

/** Identifies a kind of mistake by severity, rule and field: `warning unknown-key links.url`. */
export function kindOf({ severity, code, field }: Diagnostic): string {
  return [severity, code, ...(field === undefined ? [] : [field.replaceAll(/\.\d+/g, "")])].join(" ");
}

/**
 * Identifies a warning, independently of its line; null if it is an error, which is always shown.
 */
export function warningKeyOf({ severity, file, code, field, message }: Diagnostic): string | null {
  return severity === "warning" ? JSON.stringify([file, code, field, message]) : null;
}

/** Collects diagnostics. Equal diagnostics are shown only once. */
export class Diagnostics {
  readonly #found = new Map<string, Diagnostic>();
  readonly #notices = new Set<string>();

  error(at: Location, finding: Finding): void {
    this.#add("error", at, finding);
  }

  warning(at: Location, finding: Finding): void {
    this.#add("warning", at, finding);
  }

  /** Reports a finding with the configured severity; `off` reports nothing. */
  report(severity: Severity | "off", at: Location, finding: Finding): void {
    if (severity !== "off") this.#add(severity, at, finding);
  }

  /** Adds diagnostics that were found before. */
  replay(found: readonly Diagnostic[]): void {
    for (const diagnostic of found) this.#found.set(JSON.stringify(diagnostic), diagnostic);
  }

  /** Adds a notice for the author: neither an error nor a warning, and never a reason to fail. */
  notice(text: string): void {
    this.#notices.add(text);
  }

  /** In the order of arrival, without duplicates. */
  get notices(): readonly string[] {
    return [...this.#notices];
  }

  get errorCount(): number {
    return this.#count("error");
  }

  get warningCount(): number {
    return this.#count("warning");
  }

  /**
   * Returns all diagnostics by file, line, column, severity and message, independent of the order
   * of the stages.
   */
  all(): readonly Diagnostic[] {
    return [...this.#found.values()].sort(compareDiagnostics);
  }

  /** The paths of the files in which errors were found. */
  filesWithErrors(): ReadonlySet<string> {
    return new Set([...this.#found.values()].filter(({ severity }) => severity === "error").map(({ file }) => file));
  }

  #count(severity: Severity): number {
    let count = 0;
    for (const diagnostic of this.#found.values()) if (diagnostic.severity === severity) count += 1;
    return count;
  }

  #add(severity: Severity, at: Location, finding: Finding): void {
    const { field, ...rest } = finding;
    const diagnostic: Diagnostic = {
      severity,
      file: at.file,
      line: at.line,
      column: at.column,
      ...(at.endColumn === undefined ? {} : { endColumn: at.endColumn }),
      ...rest,
      ...(field === undefined || field.length === 0 ? {} : { field: field.map((name) => (name === "" ? '""' : name)).join(".") }),
    };
    this.#found.set(JSON.stringify(diagnostic), diagnostic);
  }
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.severity, b.severity) ||
    compareText(a.message, b.message)
  );
}

/** Compares by UTF-16 code units, so that the order is the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The value of a text, or the mistake in it and a correct form. */
export type ReadResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Formats a count: `1 file`, `1,980 files`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Joins the first items of a list: `a.md, b.md, …`. */
export function firstFew(texts: readonly string[], max: number): string {
  return texts.slice(0, max).join(", ") + (texts.length > max ? ", …" : "");
}
