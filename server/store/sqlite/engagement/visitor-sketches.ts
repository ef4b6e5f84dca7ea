import type { Connection } from "../store-context.ts";
import { createHyperLogLog, type HyperLogLog, type RegisterChange } from "./hyperloglog.ts";

/** Used as the label of the whole site. */
export const SITE_SKETCH = 0;
/** Standard error 1.6%. */
const SITE_REGISTERS = 4_096;
/** Standard error 3.3%. */
const SUBJECT_REGISTERS = 1_024;
/**
 * Strangers choose paths, so a day has at most this many sketches (4 MiB). Visitors of further
 * subjects are counted only while there is room for their keys; the site's are always counted.
 */
const SKETCHES_MAX = 4_096;

/**
 * Estimates the number of a day's visitors whose keys have no room among the stored ones
 * (seen-keys.ts), for the site and for each subject, by HyperLogLog. A sketch counts only visitors
 * whose key is not stored, so the exact count continues without a jump, and only the remainder has
 * an error. A sketch is written in the transaction of the views that changed it.
 * An estimate grows by several at a time, but events, hours and days must remain sums of single
 * first views. So each view counts at most one visitor, and only while fewer are counted than
 * estimated.
 */
export interface VisitorSketches {
  /**
   * Runs inside a transaction. Returns whether a view counts one more visitor; null if the subject
   * has no sketch.
   * @param subject its label, or SITE_SKETCH
   */
  add(day: number, subject: number, high: number, low: number): boolean | null;
  /** Number of changes in the running transaction. */
  readonly pending: number;
  /** Called after a failed record: undoes all but the first `pending` changes. */
  revert(pending: number): void;
  /** Runs in the transaction, before its commit. */
  flush(): void;
  /** Called after the commit. */
  keep(): void;
  /** Called after the database was reopened. */
  forget(): void;
  /** Forgets earlier days in memory. The caller empties their rows: `emptySketches`. */
  forgetBefore(day: number): void;
}

/** Empties the sketches of earlier days. The remaining rows mark which numbers are estimates. */
export const EMPTY_SKETCHES_SQL = "UPDATE estimate_day SET registers = x'' WHERE day < ? AND registers <> x''";

interface Sketch {
  readonly day: number;
  readonly subject: number;
  readonly log: HyperLogLog;
  /** The sketch's estimate. */
  estimate: number;
  /** Visitors counted by views. */
  counted: number;
}

interface Change {
  readonly sketch: Sketch;
  readonly register: RegisterChange | null;
  readonly estimate: number;
  readonly counted: number;
}

/** @param sketchesMax a smaller limit for tests */
export function createVisitorSketches(connection: Connection, sketchesMax = SKETCHES_MAX): VisitorSketches {
  /** By day and subject. A day is loaded when it is first needed. */
  const days = new Map<number, Map<number, Sketch>>();
  /** Changes in the running transaction, in order. */
  const changes: Change[] = [];

  const find = (day: number, subject: number): Sketch | null => {
    const sketches = days.get(day) ?? load(connection, day);
    days.set(day, sketches);
    const existing = sketches.get(subject);
    if (existing !== undefined) return existing;
    if (subject !== SITE_SKETCH && sketches.size >= sketchesMax) return null;
    const created = toSketch(day, subject, 0, new Uint8Array(subject === SITE_SKETCH ? SITE_REGISTERS : SUBJECT_REGISTERS));
    sketches.set(subject, created);
    return created;
  };

  return {
    add: (day, subject, high, low) => {
      const sketch = find(day, subject);
      if (sketch === null) return null;
      const { estimate, counted } = sketch;
      const register = sketch.log.add(high, low);
      if (register !== null) sketch.estimate = sketch.log.estimate();
      const isCounted = counted < Math.round(sketch.estimate);
      if (isCounted) sketch.counted += 1;
      if (register !== null || isCounted) changes.push({ sketch, register, estimate, counted });
      return isCounted;
    },
    get pending() {
      return changes.length;
    },
    revert: (pending) => {
      for (const change of changes.splice(pending).toReversed()) undo(change);
    },
    flush: () => {
      for (const sketch of new Set(changes.map((change) => change.sketch))) save(connection, sketch);
    },
    keep: () => {
      changes.length = 0;
    },
    forget: () => {
      changes.length = 0;
      days.clear();
    },
    forgetBefore: (before) => {
      for (const day of days.keys()) if (day < before) days.delete(day);
    },
  };
}

function undo({ sketch, register, estimate, counted }: Change): void {
  if (register !== null) sketch.log.undo(register);
  Object.assign(sketch, { estimate, counted });
}

function save(connection: Connection, { day, subject, counted, log }: Sketch): void {
  connection.run(
    `INSERT INTO estimate_day (day, subject_id, counted, registers) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET counted = excluded.counted, registers = excluded.registers`,
    day,
    subject,
    counted,
    log.registers,
  );
}

function load(connection: Connection, day: number): Map<number, Sketch> {
  const rows = connection.all<{ subject: number; counted: number; registers: Uint8Array }>(
    "SELECT subject_id AS subject, counted, registers FROM estimate_day WHERE day = ? AND registers <> x''",
    day,
  );
  return new Map(rows.map(({ subject, counted, registers }) => [subject, toSketch(day, subject, counted, new Uint8Array(registers))]));
}

function toSketch(day: number, subject: number, counted: number, registers: Uint8Array): Sketch {
  const log = createHyperLogLog(registers);
  return { day, subject, log, estimate: log.estimate(), counted };
}
