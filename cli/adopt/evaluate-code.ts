import { posix } from "node:path";
import type { Expression, Node, SpreadElement } from "acorn";
import { createMapping, isMapping } from "../../build/sources/data-values.ts";
import type { CodeModule } from "./code-module.ts";
import { isFunction, toRequired } from "./code-program.ts";

/** Maximum nesting depth of lists and objects. */
const DEPTH_MAX = 100;

/** Maximum number of parts of a value. A constant's parts count each time it is used. */
const STEPS_MAX = 50_000;
/** The longest concatenated text, in UTF-16 code units. */
const TEXT_MAX = 10_000;

/** Placeholder for a computed value. */
export const COMPUTED = Symbol("computed");

interface FinderParts {
  /** Path of the value in the configuration → line. */
  readonly computed: Map<string, number>;
  /** Only this module's lines are recorded; lines of other files would mislead. */
  readonly home: CodeModule;
  readonly path: readonly string[];
  /** Names followed so far. A name that refers to itself has no value. */
  readonly names: readonly Node[];
  readonly steps: { left: number };
}

/** Records the computed parts of a value. */
export class Finder {
  readonly #parts: FinderParts;

  constructor(home: CodeModule, computed: Map<string, number> = new Map(), parts: Partial<FinderParts> = {}) {
    this.#parts = { path: [], names: [], steps: { left: STEPS_MAX }, ...parts, home, computed };
  }

  below(key: string): Finder {
    const { home, computed, path } = this.#parts;
    return new Finder(home, computed, { ...this.#parts, path: [...path, key] });
  }

  /**
   * A finder for a value when only one of its members is needed. Computed values in the other
   * members are not reported.
   */
  aside(module: CodeModule): Finder {
    return new Finder(module, new Map(), { ...this.#parts, path: [] });
  }

  /** null if the name refers to itself. */
  through(node: Node): Finder | null {
    const { home, computed, names } = this.#parts;
    return names.includes(node) ? null : new Finder(home, computed, { ...this.#parts, names: [...names, node] });
  }

  /** Counts a step; true if the limit of steps or depth is exceeded. */
  isTooFar(): boolean {
    const { steps, path } = this.#parts;
    steps.left -= 1;
    return path.length > DEPTH_MAX || steps.left < 0;
  }

  note(module: CodeModule, node: Node): typeof COMPUTED {
    const { computed, home } = this.#parts;
    const path = this.#parts.path.join(".");
    if (!computed.has(path)) computed.set(path, module === home ? module.lineOf(node) : 1);
    return COMPUTED;
  }
}

/** Evaluates an expression of literals; COMPUTED if it is anything else. */
export function evaluate(module: CodeModule, node: Node | SpreadElement, finder: Finder): unknown {
  const expression = node as Expression;
  if (finder.isTooFar()) return finder.note(module, node);
  switch (expression.type) {
    case "Literal":
      return expression.regex !== undefined || expression.bigint != null ? finder.note(module, node) : expression.value;
    case "ParenthesizedExpression":
      return evaluate(module, expression.expression, finder);
    case "ObjectExpression":
      return evaluateObject(module, expression, finder);
    case "ArrayExpression":
      return expression.elements.map((element, at) => {
        const value = element === null ? COMPUTED : evaluate(module, element, finder.below(String(at)));
        return value === COMPUTED ? null : value;
      });
    case "TemplateLiteral": {
      const parts = expression.expressions.map((part) => evaluate(module, part, finder));
      if (parts.some((part) => typeof part !== "string")) return finder.note(module, node);
      return boundText(
        module,
        expression.quasis.map(({ value }, at) => (value.cooked ?? "") + (parts[at] ?? "")).join(""),
        expression,
        finder,
      );
    }
    case "UnaryExpression":
      return evaluateSign(module, expression, finder);
    case "BinaryExpression": {
      const [left, right] =
        expression.operator === "+" ? [evaluate(module, expression.left, finder), evaluate(module, expression.right, finder)] : [];
      return typeof left === "string" && typeof right === "string"
        ? boundText(module, left + right, expression, finder)
        : finder.note(module, node);
    }
    case "LogicalExpression": {
      // For `process.env.URL || "https://…"`, reports the computed part and uses the fallback.
      finder.note(module, node);
      return evaluate(module, expression.right, finder);
    }
    case "Identifier":
      return evaluateName(module, expression.name, expression, finder);
    case "MemberExpression":
      return evaluateMember(module, expression, finder);
    case "CallExpression":
      return evaluateCall(module, expression, finder);
    default:
      return finder.note(module, node);
  }
}

function boundText(module: CodeModule, text: string, node: Node, finder: Finder): unknown {
  return text.length > TEXT_MAX ? finder.note(module, node) : text;
}

function evaluateObject(module: CodeModule, node: Extract<Expression, { type: "ObjectExpression" }>, finder: Finder): unknown {
  const values = createMapping();
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const spread = evaluate(module, property.argument, finder.below("…"));
      if (isMapping(spread)) Object.assign(values, spread);
      continue;
    }
    const { key } = property;
    const name = key.type === "Literal" ? String(key.value) : key.type === "Identifier" && !property.computed ? key.name : null;
    if (name === null) finder.note(module, property);
    else {
      const value = evaluate(module, property.value, finder.below(name));
      if (value !== COMPUTED) values[name] = value;
    }
  }
  return values;
}

function evaluateSign(
  module: CodeModule,
  { operator, argument }: Extract<Expression, { type: "UnaryExpression" }>,
  finder: Finder,
): unknown {
  const value = evaluate(module, argument, finder);
  if (operator === "-" && typeof value === "number") return -value;
  if (operator === "!" && (typeof value === "boolean" || typeof value === "number")) return !value;
  return value === COMPUTED ? COMPUTED : finder.note(module, argument);
}

function evaluateName(module: CodeModule, name: string, node: Node, finder: Finder): unknown {
  if (name === "undefined") return undefined;
  if (name === "__dirname") return ".";
  const named = module.names.get(name);
  if (named !== undefined && !isFunction(named) && toRequired(named as Expression) === null) {
    const inner = finder.through(named);
    return inner === null ? finder.note(module, node) : evaluate(module, named, inner);
  }
  const found = module.imported(name);
  const inner = found === null ? null : finder.through(found.node);
  return found === null || inner === null ? finder.note(module, node) : evaluate(found.module, found.node, inner);
}

function evaluateMember(module: CodeModule, node: Extract<Expression, { type: "MemberExpression" }>, finder: Finder): unknown {
  const text = module.textOf(node);
  if (text === "import.meta.dirname") return ".";
  const { object, property, computed } = node;
  if (object.type === "Super" || object.type === "MetaProperty" || text.startsWith("process.env")) return finder.note(module, node);
  const name = property.type === "Identifier" && !computed ? property.name : property.type === "Literal" ? String(property.value) : null;
  // Only this member matters; computed values elsewhere in the object are not reported.
  const whole = evaluate(module, object, finder.aside(module));
  if (name === null || !isMapping(whole) || !Object.hasOwn(whole, name)) return finder.note(module, node);
  return whole[name];
}

/** Evaluates paths joined from literals. */
function evaluateCall(module: CodeModule, node: Extract<Expression, { type: "CallExpression" }>, finder: Finder): unknown {
  const callee = module.textOf(node.callee);
  const parts = /^(?:path\.)?(?:join|resolve)$|^require\.resolve$/.test(callee)
    ? node.arguments.map((argument) => evaluate(module, argument, finder))
    : [COMPUTED];
  return parts.every((part) => typeof part === "string") ? posix.join(...(parts as string[])) : finder.note(module, node);
}
