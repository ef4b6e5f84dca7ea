import { stripTypeScriptTypes } from "node:module";
import { posix } from "node:path";
import { type Expression, type Node, type Program, parse, type SpreadElement, type Statement, type VariableDeclaration } from "acorn";
import { createMapping, isMapping, type Mapping } from "../../build/sources/data-values.ts";

/**
 * What a configuration in JavaScript or TypeScript says in literals. The code is parsed and never run: what it computes is named, with its line, and
 * has no value here.
 */
export interface CodeValues {
  /** What the file exports by default. */
  readonly values: Mapping;
  /** Dotted paths of what is computed, with their lines; "": the whole. */
  readonly computed: ReadonlyMap<string, number>;
}

/** Reads another file of the site, by its path below the site's folder; null: there is none, or it lies outside. */
export type ReadCode = (path: string) => { readonly path: string; readonly text: string } | null;

/** Files that a configuration imports, and files that those import. */
const IMPORT_DEPTH_MAX = 4;
/** Levels of lists and objects in each other. */
const DEPTH_MAX = 100;

/** Parts of a value that are looked at, those of constants once for each place that names them. */
const STEPS_MAX = 50_000;
/** Of a text that is put together, UTF-16 code units. */
const TEXT_MAX = 10_000;

const COMPUTED = Symbol("computed");

/** @throws SyntaxError for what is no JavaScript, or TypeScript that is more than types */
export function readCode(path: string, text: string, read: ReadCode): CodeValues {
  return withinDepth(() => readExport(path, text, read));
}

function readExport(path: string, text: string, read: ReadCode): CodeValues {
  const module = openModule({ path, text }, read, 0);
  const root = module.exported("default");
  const computed = new Map<string, number>();
  const value = root === null ? COMPUTED : root.module.evaluate(root.node, new Finder(computed, root.module));
  if (isMapping(value)) return { values: value, computed };
  return { values: createMapping(), computed: new Map([["", root === null ? 1 : root.module.lineOf(root.node)]]) };
}

/** The constants of a file that are literals, by their names. @throws SyntaxError as readCode does */
export function readConstants(path: string, text: string, read: ReadCode): Mapping {
  return withinDepth(() => openModule({ path, text }, read, 0).constants());
}

/** Literals that a file calls a function with: `addPassthroughCopy("img")` → `[["img"]]`; arguments that are computed are null. @throws SyntaxError as readCode does */
export function findCalls(path: string, text: string, name: string): readonly (readonly unknown[])[] {
  return withinDepth(() => collectCalls(path, text, name));
}

/** What is nested so deep that the stack ends is no configuration. */
function withinDepth<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError("lists, objects or sums are nested too deep");
    throw error;
  }
}

function collectCalls(path: string, text: string, name: string): readonly (readonly unknown[])[] {
  const module = openModule({ path, text }, () => null, 0);
  const found: unknown[][] = [];
  walk(module.program, (node) => {
    if (node.type !== "CallExpression" || nameOfCallee(node.callee) !== name) return;
    const finder = new Finder(new Map(), module);
    found.push(node.arguments.map((argument) => toPlain(module.evaluate(argument, finder))));
  });
  return found;
}

function toPlain(value: unknown): unknown {
  return value === COMPUTED ? null : value;
}

interface Found {
  readonly module: CodeModule;
  readonly node: Node;
}

/** Notes what is computed on the way to a value. */
class Finder {
  readonly computed: Map<string, number>;
  readonly #home: CodeModule;
  readonly #path: readonly string[];
  readonly #names: readonly Node[];
  readonly #steps: { left: number };

  constructor(
    computed: Map<string, number>,
    home: CodeModule,
    {
      path = [],
      names = [],
      steps = { left: STEPS_MAX },
    }: { path?: readonly string[]; names?: readonly Node[]; steps?: { left: number } } = {},
  ) {
    this.computed = computed;
    this.#home = home;
    this.#path = path;
    this.#names = names;
    this.#steps = steps;
  }

  below(key: string): Finder {
    return new Finder(this.computed, this.#home, { path: [...this.#path, key], names: this.#names, steps: this.#steps });
  }

  /** Of a value that is only looked into: what it computes is nobody's business. */
  aside(module: CodeModule): Finder {
    return new Finder(new Map(), module, { names: this.#names, steps: this.#steps });
  }

  /** null: the name stands for itself. */
  through(node: Node): Finder | null {
    return this.#names.includes(node)
      ? null
      : new Finder(this.computed, this.#home, { path: this.#path, names: [...this.#names, node], steps: this.#steps });
  }

  /** Counts a step. Whether it is one too many, or one too deep. */
  isTooFar(): boolean {
    this.#steps.left -= 1;
    return this.#path.length > DEPTH_MAX || this.#steps.left < 0;
  }

  /** Lines of other files would mislead. */
  note(module: CodeModule, node: Node): typeof COMPUTED {
    const path = this.#path.join(".");
    if (!this.computed.has(path)) this.computed.set(path, module === this.#home ? module.lineOf(node) : 1);
    return COMPUTED;
  }
}

class CodeModule {
  readonly program: Program;
  readonly #path: string;
  readonly #text: string;
  readonly #read: ReadCode;
  readonly #depth: number;
  readonly #names = new Map<string, Node>();
  /** Name here → file and name there. */
  readonly #imports = new Map<string, { readonly from: string; readonly name: string }>();

  constructor(path: string, text: string, program: Program, read: ReadCode, depth: number) {
    this.#path = path;
    this.#text = text;
    this.program = program;
    this.#read = read;
    this.#depth = depth;
    for (const statement of program.body) this.#collect(statement);
  }

  lineOf(node: Node): number {
    return this.#text.slice(0, node.start).split("\n").length;
  }

  #collect(statement: Statement | Program["body"][number]): void {
    if (statement.type === "VariableDeclaration") this.#declare(statement);
    if (statement.type === "FunctionDeclaration" && statement.id !== null) this.#names.set(statement.id.name, statement);
    if (statement.type === "ExportNamedDeclaration" && statement.declaration != null) this.#collect(statement.declaration as Statement);
    if (statement.type !== "ImportDeclaration") return;
    for (const specifier of statement.specifiers) {
      const imported = specifier.type === "ImportSpecifier" ? specifier.imported : null;
      const name = imported === null ? "default" : "name" in imported ? imported.name : String(imported.value);
      if (specifier.type !== "ImportNamespaceSpecifier")
        this.#imports.set(specifier.local.name, { from: String(statement.source.value), name });
    }
  }

  #declare({ kind, declarations }: VariableDeclaration): void {
    // What is assigned again later may be anything.
    if (kind !== "const") return;
    for (const { id, init } of declarations) {
      if (init == null) continue;
      if (id.type === "Identifier") this.#names.set(id.name, init);
      const from = toRequired(init);
      if (from === null) continue;
      if (id.type === "Identifier") this.#imports.set(id.name, { from, name: "default" });
      if (id.type !== "ObjectPattern") continue;
      for (const property of id.properties)
        if (property.type === "Property" && property.key.type === "Identifier" && property.value.type === "Identifier")
          this.#imports.set(property.value.name, { from, name: property.key.name });
    }
  }

  constants(): Mapping {
    const found = [...this.#names].map(
      ([name, node]) => [name, isFunction(node) ? COMPUTED : this.evaluate(node, new Finder(new Map(), this))] as const,
    );
    return createMapping(found.filter(([, value]) => value !== COMPUTED));
  }

  /** What stands behind `export default`, `module.exports =`, or the export of a name; a function stands for what it returns. */
  exported(name: string): Found | null {
    for (const statement of this.program.body) {
      if (name === "default" && statement.type === "ExportDefaultDeclaration") return this.unwrap(statement.declaration);
      if (statement.type === "ExpressionStatement" && statement.expression.type === "AssignmentExpression") {
        const { left, right } = statement.expression;
        const target = this.#text.slice(left.start, left.end).replaceAll(/\s/g, "");
        if (target === `module.exports.${name}` || target === `exports.${name}`) return { module: this, node: right };
        if (target === "module.exports") {
          const found = this.unwrap(right);
          return name === "default" ? found : found === null ? null : memberOf(found, name);
        }
      }
    }
    if (name !== "default") {
      const node = this.#names.get(name);
      return node === undefined ? null : { module: this, node };
    }
    return null;
  }

  /** `defineConfig({ … })`, `withMdx({ … })(config)`, `() => ({ … })`: the object of it all. */
  unwrap(node: Node, depth = 0): Found | null {
    if (depth > DEPTH_MAX) return null;
    const found = node as Expression;
    if (found.type === "ParenthesizedExpression") return this.unwrap(found.expression, depth + 1);
    if (found.type === "AwaitExpression") return this.unwrap(found.argument, depth + 1);
    if (found.type === "CallExpression") {
      const given = found.arguments.map((argument) => this.unwrap(argument, depth + 1)).filter((one) => one !== null);
      return given.find(({ node: { type } }) => type === "ObjectExpression") ?? null;
    }
    if (found.type === "Identifier") {
      const named = this.#names.get(found.name);
      if (named !== undefined && toRequired(named as Expression) === null) return this.unwrap(named, depth + 1);
      return this.#imported(found.name);
    }
    if (isFunction(node)) {
      if (node.body.type !== "BlockStatement") return this.unwrap(node.body, depth + 1);
      for (const statement of node.body.body) this.#collect(statement);
      const returned = node.body.body.find((statement) => statement.type === "ReturnStatement");
      return returned?.argument == null ? null : this.unwrap(returned.argument, depth + 1);
    }
    return { module: this, node };
  }

  #imported(name: string): Found | null {
    const found = this.#imports.get(name);
    if (found === undefined || this.#depth >= IMPORT_DEPTH_MAX || !/^(?:\.{1,2}\/|[@~]\/)/.test(found.from)) return null;
    // `@/` and `~/` are src/ in nearly all sites.
    const path = /^[@~]\//.test(found.from) ? `src/${found.from.slice(2)}` : posix.join(posix.dirname(this.#path), found.from);
    const file = this.#read(path);
    if (file === null) return null;
    if (/\.json$/.test(file.path)) {
      const parsed = parseProgram(`export default ${file.text}`, "data.mjs");
      const module = new CodeModule(file.path, file.text, parsed, () => null, IMPORT_DEPTH_MAX);
      return found.name === "default" ? module.exported("default") : null;
    }
    try {
      return openModule(file, this.#read, this.#depth + 1).exported(found.name);
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  evaluate(node: Node | SpreadElement, finder: Finder): unknown {
    const known = node as Expression;
    if (finder.isTooFar()) return finder.note(this, node);
    switch (known.type) {
      case "Literal":
        return known.regex !== undefined || known.bigint != null ? finder.note(this, node) : known.value;
      case "ParenthesizedExpression":
        return this.evaluate(known.expression, finder);
      case "ObjectExpression":
        return this.#evaluateObject(known, finder);
      case "ArrayExpression":
        return known.elements.map((element, at) => {
          const value = element === null ? COMPUTED : this.evaluate(element, finder.below(String(at)));
          return value === COMPUTED ? null : value;
        });
      case "TemplateLiteral": {
        const parts = known.expressions.map((expression) => this.evaluate(expression, finder));
        if (parts.some((part) => typeof part !== "string")) return finder.note(this, node);
        return this.#bounded(known.quasis.map(({ value }, at) => (value.cooked ?? "") + (parts[at] ?? "")).join(""), known, finder);
      }
      case "UnaryExpression":
        return this.#evaluateSign(known, finder);
      case "BinaryExpression": {
        const [left, right] = known.operator === "+" ? [this.evaluate(known.left, finder), this.evaluate(known.right, finder)] : [];
        return typeof left === "string" && typeof right === "string" ? this.#bounded(left + right, known, finder) : finder.note(this, node);
      }
      case "LogicalExpression": {
        // `process.env.URL || "https://…"`: named as computed, and what it falls back to is taken.
        finder.note(this, node);
        return this.evaluate(known.right, finder);
      }
      case "Identifier":
        return this.#evaluateName(known.name, known, finder);
      case "MemberExpression":
        return this.#evaluateMember(known, finder);
      case "CallExpression":
        return this.#evaluateCall(known, finder);
      default:
        return finder.note(this, node);
    }
  }

  #bounded(text: string, node: Node, finder: Finder): unknown {
    return text.length > TEXT_MAX ? finder.note(this, node) : text;
  }

  #evaluateObject(node: Extract<Expression, { type: "ObjectExpression" }>, finder: Finder): unknown {
    const values = createMapping();
    for (const property of node.properties) {
      if (property.type === "SpreadElement") {
        const spread = this.evaluate(property.argument, finder.below("…"));
        if (isMapping(spread)) Object.assign(values, spread);
        continue;
      }
      const { key } = property;
      const name = key.type === "Literal" ? String(key.value) : key.type === "Identifier" && !property.computed ? key.name : null;
      if (name === null) finder.note(this, property);
      else {
        const value = this.evaluate(property.value, finder.below(name));
        if (value !== COMPUTED) values[name] = value;
      }
    }
    return values;
  }

  #evaluateSign({ operator, argument }: Extract<Expression, { type: "UnaryExpression" }>, finder: Finder): unknown {
    const value = this.evaluate(argument, finder);
    if (operator === "-" && typeof value === "number") return -value;
    if (operator === "!" && (typeof value === "boolean" || typeof value === "number")) return !value;
    return value === COMPUTED ? COMPUTED : finder.note(this, argument);
  }

  #evaluateName(name: string, node: Node, finder: Finder): unknown {
    if (name === "undefined") return undefined;
    if (name === "__dirname") return ".";
    const named = this.#names.get(name);
    if (named !== undefined && !isFunction(named) && toRequired(named as Expression) === null) {
      const inner = finder.through(named);
      return inner === null ? finder.note(this, node) : this.evaluate(named, inner);
    }
    const found = this.#imported(name);
    const inner = found === null ? null : finder.through(found.node);
    return found === null || inner === null ? finder.note(this, node) : found.module.evaluate(found.node, inner);
  }

  #evaluateMember(node: Extract<Expression, { type: "MemberExpression" }>, finder: Finder): unknown {
    const text = this.#text.slice(node.start, node.end);
    if (text === "import.meta.dirname") return ".";
    const { object, property, computed } = node;
    if (object.type === "Super" || object.type === "MetaProperty" || text.startsWith("process.env")) return finder.note(this, node);
    const name = property.type === "Identifier" && !computed ? property.name : property.type === "Literal" ? String(property.value) : null;
    // What is computed elsewhere in the object is none of this member's business.
    const whole = this.evaluate(object, finder.aside(this));
    if (name === null || !isMapping(whole) || !Object.hasOwn(whole, name)) return finder.note(this, node);
    return whole[name];
  }

  /** Paths that are put together of literals. */
  #evaluateCall(node: Extract<Expression, { type: "CallExpression" }>, finder: Finder): unknown {
    const callee = this.#text.slice(node.callee.start, node.callee.end);
    const parts = /^(?:path\.)?(?:join|resolve)$|^require\.resolve$/.test(callee)
      ? node.arguments.map((argument) => this.evaluate(argument, finder))
      : [COMPUTED];
    return parts.every((part) => typeof part === "string") ? posix.join(...(parts as string[])) : finder.note(this, node);
  }
}

function memberOf({ module, node }: Found, name: string): Found | null {
  if (node.type !== "ObjectExpression") return null;
  const { properties } = node as Extract<Expression, { type: "ObjectExpression" }>;
  for (const property of properties)
    if (property.type === "Property" && property.key.type === "Identifier" && property.key.name === name)
      return { module, node: property.value };
  return null;
}

function openModule({ path, text }: { readonly path: string; readonly text: string }, read: ReadCode, depth: number): CodeModule {
  const plain = text.replaceAll("\r\n", "\n");
  return new CodeModule(path, plain, parseProgram(plain, path), read, depth);
}

function parseProgram(text: string, path: string): Program {
  const code = /\.[cm]?tsx?$/.test(path) ? withoutTypes(text) : text;
  const options = { ecmaVersion: "latest", allowHashBang: true, allowReturnOutsideFunction: true } as const;
  try {
    return parse(code, { ...options, sourceType: "module" });
  } catch (error) {
    if (!(error instanceof SyntaxError) || !/\bmodule\.exports\b/.test(code)) throw error;
    return parse(code, { ...options, sourceType: "script" });
  }
}

/** Types become spaces, so that lines and columns stay. Node says once that this is experimental, which no author needs to know. */
function withoutTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text, { mode: "strip" });
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** `require("./site")` → `./site`. */
function toRequired(node: Expression): string | null {
  if (node.type !== "CallExpression" || nameOfCallee(node.callee) !== "require") return null;
  const [first] = node.arguments;
  return first?.type === "Literal" && typeof first.value === "string" ? first.value : null;
}

/** `addPassthroughCopy` of `config.addPassthroughCopy`. */
function nameOfCallee(node: Node): string | null {
  const callee = node as Expression;
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return null;
  return callee.property.name;
}

type FunctionNode = Extract<Expression, { type: "FunctionExpression" | "ArrowFunctionExpression" }>;

function isFunction(node: Node): node is FunctionNode {
  return ["FunctionExpression", "ArrowFunctionExpression", "FunctionDeclaration"].includes(node.type);
}

function walk(root: Node, visit: (node: Expression) => void): void {
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) waiting.push(...next.toReversed().filter((member) => member != null));
    else if (isNode(next)) {
      visit(next as Expression);
      waiting.push(
        ...Object.values(next)
          .toReversed()
          .filter((member) => isNode(member) || Array.isArray(member)),
      );
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value;
}
