import { posix } from "node:path";
import type { Expression, Node, Program, Statement, VariableDeclaration } from "acorn";
import { SourceText } from "../../build/sources/source-text.ts";
import { isFunction, parseProgram, toRequired } from "./code-program.ts";

/**
 * Reads another file of the site by its path relative to the site's folder; null if it is missing
 * or outside that folder.
 */
export type ReadCode = (path: string) => { readonly path: string; readonly text: string } | null;

/** How deep to follow imports of the configuration. */
const IMPORT_DEPTH_MAX = 4;
/** Maximum number of calls, functions and names around an exported object. */
const WRAPPINGS_MAX = 100;

/** A node and its file. */
export interface Found {
  readonly module: CodeModule;
  readonly node: Node;
}

/** A code file: its names, imports and exports. */
export class CodeModule {
  readonly program: Program;
  readonly #path: string;
  readonly #text: string;
  readonly #source: SourceText;
  readonly #read: ReadCode;
  readonly #depth: number;
  readonly #names = new Map<string, Node>();
  /** Local name → file and exported name. */
  readonly #imports = new Map<string, { readonly from: string; readonly name: string }>();

  constructor(path: string, text: string, program: Program, read: ReadCode, depth: number) {
    this.#path = path;
    this.#text = text;
    this.#source = new SourceText(path, text);
    this.program = program;
    this.#read = read;
    this.#depth = depth;
    for (const statement of program.body) this.#collect(statement);
  }

  lineOf(node: Node): number {
    return this.#source.lineAt(node.start);
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
    // A name that is reassigned later may hold anything.
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

  /** The module's own names and their values. */
  get names(): ReadonlyMap<string, Node> {
    return this.#names;
  }

  textOf(node: Node): string {
    return this.#text.slice(node.start, node.end);
  }

  /**
   * The value of `export default`, `module.exports =` or a named export. For a function, its return
   * value.
   */
  exported(name: string): Found | null {
    for (const statement of this.program.body) {
      if (name === "default" && statement.type === "ExportDefaultDeclaration") return this.unwrap(statement.declaration);
      if (statement.type === "ExpressionStatement" && statement.expression.type === "AssignmentExpression") {
        const { left, right } = statement.expression;
        const target = this.textOf(left).replaceAll(/\s/g, "");
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

  /** Unwraps `defineConfig({ … })`, `withMdx({ … })(config)` or `() => ({ … })` to the object. */
  unwrap(node: Node, depth = 0): Found | null {
    if (depth > WRAPPINGS_MAX) return null;
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
      return this.imported(found.name);
    }
    if (isFunction(node)) {
      if (node.body.type !== "BlockStatement") return this.unwrap(node.body, depth + 1);
      for (const statement of node.body.body) this.#collect(statement);
      const returned = node.body.body.find((statement) => statement.type === "ReturnStatement");
      return returned?.argument == null ? null : this.unwrap(returned.argument, depth + 1);
    }
    return { module: this, node };
  }

  /** The value of a name that another file of the site exports. */
  imported(name: string): Found | null {
    const found = this.#imports.get(name);
    if (found === undefined || this.#depth >= IMPORT_DEPTH_MAX || !/^(?:\.{1,2}\/|[@~]\/)/.test(found.from)) return null;
    // In nearly all sites, `@/` and `~/` mean src/.
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
}

function memberOf({ module, node }: Found, name: string): Found | null {
  if (node.type !== "ObjectExpression") return null;
  const { properties } = node as Extract<Expression, { type: "ObjectExpression" }>;
  for (const property of properties)
    if (property.type === "Property" && property.key.type === "Identifier" && property.key.name === name)
      return { module, node: property.value };
  return null;
}

/** @throws SyntaxError like parseProgram */
export function openModule({ path, text }: { readonly path: string; readonly text: string }, read: ReadCode, depth: number): CodeModule {
  const plain = text.replaceAll("\r\n", "\n");
  return new CodeModule(path, plain, parseProgram(plain, path), read, depth);
}
