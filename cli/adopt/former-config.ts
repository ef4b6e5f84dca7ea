import type { Diagnostics } from "../../build/shared/diagnostics.ts";
import { isMapping, type Mapping, Numeral } from "../../build/sources/data-values.ts";
import { SourceText } from "../../build/sources/source-text.ts";
import { parseToml } from "../../build/sources/toml.ts";
import { parseYaml } from "../../build/sources/yaml.ts";
import type { ReadCode } from "./code-module.ts";
import { readCode } from "./code-values.ts";
import { readPythonConstants } from "./python-values.ts";

/** Another generator's configuration, as data. Keys are case-insensitive, as in Hugo. */
export class FormerConfig {
  /** Path as shown in messages. */
  readonly file: string;
  readonly values: Mapping;
  readonly #computed: ReadonlyMap<string, number>;
  readonly #asked = new Set<string>();

  constructor(file: string, values: Mapping, computed: ReadonlyMap<string, number> = new Map()) {
    this.file = file;
    this.values = values;
    this.#computed = computed;
  }

  /** Computed values that a reader needed: `astro.config.mjs:4: site`. */
  get notRead(): readonly string[] {
    if (this.#computed.has("")) return [`${this.file}:${this.#computed.get("") ?? 1}: all of it`];
    const isAsked = (path: string): boolean => [...this.#asked].some((asked) => asked === path || asked.startsWith(`${path}.`));
    return [...this.#computed].filter(([path]) => isAsked(path)).map(([path, line]) => `${this.file}:${line}: ${path}`);
  }

  get(path: string): unknown {
    this.#asked.add(path);
    let value: unknown = this.values;
    for (const part of path.split(".")) {
      if (Array.isArray(value)) value = value[Number(part)];
      else if (isMapping(value)) value = value[findKey(value, part)];
      else return undefined;
    }
    return value;
  }

  /** A non-empty text, or a number as written. */
  text(...paths: readonly string[]): string | null {
    for (const path of paths) {
      const value = this.get(path);
      if (value instanceof Numeral) return value.source;
      if (typeof value === "number") return String(value);
      if (typeof value === "string" && value.trim() !== "") return value.trim();
    }
    return null;
  }

  /** A text or a list of texts. */
  texts(path: string): readonly string[] {
    const value = this.get(path);
    const items = Array.isArray(value) ? value : [value];
    return items.filter((item): item is string => typeof item === "string" && item.trim() !== "");
  }

  mapping(path: string): Mapping {
    const value = this.get(path);
    return isMapping(value) ? value : {};
  }
}

function findKey(values: Mapping, name: string): string {
  if (name in values) return name;
  return Object.keys(values).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
}

/**
 * Reads a configuration as data: YAML, TOML, JSON, or the literals of JavaScript, TypeScript and
 * Python, which are never run.
 * @returns null if it cannot be read (reported)
 */
export function readConfig(file: string, text: string, diagnostics: Diagnostics, read: ReadCode): FormerConfig | null {
  if (file.endsWith(".py")) {
    const { values, computed } = readPythonConstants(text);
    return new FormerConfig(file, values, computed);
  }
  if (/\.[cm]?[jt]s$/.test(file)) return readCodeConfig(file, text, diagnostics, read);
  const source = new SourceText(file, text);
  const parse = file.endsWith(".toml") ? parseToml : parseYaml;
  const { value } = parse({ source, text, base: 0 }, diagnostics);
  if (value === undefined) return null;
  return new FormerConfig(file, isMapping(value) ? value : {});
}

function readCodeConfig(file: string, text: string, diagnostics: Diagnostics, read: ReadCode): FormerConfig | null {
  try {
    const { values, computed } = readCode(file, text, read);
    return new FormerConfig(file, values, computed);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const loc = "loc" in error && isMapping(error.loc) ? error.loc : {};
    const [line, column] = [Number(loc.line ?? 1), Number(loc.column ?? 0) + 1];
    const message = error.message.replace(/ \(\d+:\d+\)$/, "").split("\n")[0];
    diagnostics.error(
      { file, line, column },
      { code: "config", message: `cannot be read as code: ${message}`, hint: "fix it, or write octavo.config.ts by hand" },
    );
    return null;
  }
}
