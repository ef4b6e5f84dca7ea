/**
 * Values from YAML, TOML, JSON and the configuration in one form: texts, booleans, null, Numerals,
 * lists and mappings.
 */
export type Mapping = Record<string, unknown>;

/** A number with its text, because `0306406152` and `1.10` would lose digits as plain numbers. */
export class Numeral {
  readonly value: number;
  readonly source: string;

  constructor(value: number, source: string) {
    this.value = value;
    this.source = source;
  }

  /** A number used as a key keeps its written form. */
  toString(): string {
    return this.source;
  }

  get [Symbol.toStringTag](): string {
    return "Numeral";
  }
}

export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Numeral);
}

/** Whether a key has no value. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** A mapping without a prototype, so that `__proto__` and `constructor` are ordinary keys. */
export function createMapping(members: Iterable<readonly [string, unknown]> = []): Mapping {
  const mapping: Mapping = Object.create(null);
  for (const [key, value] of members) mapping[key] = value;
  return mapping;
}

export function copyMapping(mapping: Mapping): Mapping {
  return Object.assign(createMapping(), mapping);
}

/** Returns plain data without the members that are null. */
export function withoutNulls<T extends object>(data: T): { [Name in keyof T]?: Exclude<T[Name], null> } {
  return Object.fromEntries(Object.entries(data).filter(([, member]) => member !== null)) as { [Name in keyof T]?: Exclude<T[Name], null> };
}

/** Converts values to plain data, with JavaScript numbers. */
export function toPlain(value: unknown): unknown {
  if (value instanceof Numeral) return value.value;
  if (Array.isArray(value)) return value.map(toPlain);
  return isMapping(value) ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)])) : value;
}

/**
 * Converts plain data (the configuration) to values. Undefined members and functions are left out,
 * and dates become text.
 */
export function toValues(data: object): Mapping {
  const members = Object.entries(data).filter(([, member]) => member !== undefined && typeof member !== "function");
  return createMapping(members.map(([key, member]) => [key, toValue(member)]));
}

function toValue(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(toValue);
  if (typeof data === "number") return new Numeral(data, String(data));
  if (typeof data === "string" || typeof data === "boolean" || data === null) return data;
  if (data instanceof Date) return Number.isNaN(data.getTime()) ? String(data) : data.toISOString();
  return typeof data === "object" ? toValues(data) : String(data);
}

/**
 * Reads a boolean. Accepts `yes` and `on`, like YAML 1.1, Jekyll and Hexo, and values that a tool
 * has put in quotes. Returns null for any other value.
 */
export function readBoolean(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (word === "true" || word === "yes" || word === "on") return true;
  return word === "false" || word === "no" || word === "off" ? false : null;
}
