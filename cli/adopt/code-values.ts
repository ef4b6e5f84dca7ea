import { createMapping, isMapping, type Mapping } from "../../build/sources/data-values.ts";
import { openModule, type ReadCode } from "./code-module.ts";
import { isFunction, nameOfCallee, TOO_DEEP, walkProgram } from "./code-program.ts";
import { COMPUTED, evaluate, Finder } from "./evaluate-code.ts";

/**
 * The literals in a JavaScript or TypeScript configuration. The code is parsed and never run.
 * Computed values are left out, and listed with their lines.
 */
export interface CodeValues {
  /** Values of the default export. */
  readonly values: Mapping;
  /** Dotted paths of computed values, with their lines; "" for the whole export. */
  readonly computed: ReadonlyMap<string, number>;
}

/** @throws SyntaxError for invalid JavaScript, or TypeScript with more than types */
export function readCode(path: string, text: string, read: ReadCode): CodeValues {
  return withinDepth(() => {
    const root = openModule({ path, text }, read, 0).exported("default");
    const computed = new Map<string, number>();
    const value = root === null ? COMPUTED : evaluate(root.module, root.node, new Finder(root.module, computed));
    if (isMapping(value)) return { values: value, computed };
    return { values: createMapping(), computed: new Map([["", root === null ? 1 : root.module.lineOf(root.node)]]) };
  });
}

/** A file's constants with literal values, by name. @throws SyntaxError like readCode */
export function readConstants(path: string, text: string, read: ReadCode): Mapping {
  return withinDepth(() => {
    const module = openModule({ path, text }, read, 0);
    const found = [...module.names].map(
      ([name, node]) => [name, isFunction(node) ? COMPUTED : evaluate(module, node, new Finder(module))] as const,
    );
    return createMapping(found.filter(([, value]) => value !== COMPUTED));
  });
}

/**
 * The literal arguments of a file's calls to a function: `addPassthroughCopy("img")` → `[["img"]]`.
 * Computed arguments are null. @throws SyntaxError like readCode
 */
export function findCalls(path: string, text: string, name: string): readonly (readonly unknown[])[] {
  return withinDepth(() => {
    const module = openModule({ path, text }, () => null, 0);
    const found: unknown[][] = [];
    walkProgram(module.program, (node) => {
      if (node.type !== "CallExpression" || nameOfCallee(node.callee) !== name) return;
      const finder = new Finder(module);
      const values = node.arguments.map((argument) => evaluate(module, argument, finder));
      found.push(values.map((value) => (value === COMPUTED ? null : value)));
    });
    return found;
  });
}

/**
 * Reports a stack overflow as a syntax error, because no real configuration is nested so deeply.
 */
function withinDepth<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError(TOO_DEEP);
    throw error;
  }
}
