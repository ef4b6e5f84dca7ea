import { stripTypeScriptTypes } from "node:module";
import { type Expression, type Node, type Program, parse } from "acorn";

/**
 * Parses a file, with its types removed. @throws SyntaxError for invalid JavaScript, or TypeScript
 * with more than types
 */
export function parseProgram(text: string, path: string): Program {
  const code = /\.[cm]?tsx?$/.test(path) ? withoutTypes(text) : text;
  const options = { ecmaVersion: "latest", allowHashBang: true, allowReturnOutsideFunction: true } as const;
  try {
    return parse(code, { ...options, sourceType: "module" });
  } catch (error) {
    if (!(error instanceof SyntaxError) || !/\bmodule\.exports\b/.test(code)) throw error;
    return parse(code, { ...options, sourceType: "script" });
  }
}

export const TOO_DEEP = "lists, objects or sums are nested too deeply";
/** Maximum nesting depth of brackets. */
const DEPTH_MAX = 300;

/** Counts brackets in the text, including brackets in strings and comments. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[()[\]{}]/g)) {
    depth = "([{".includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

/**
 * Replaces types with spaces, so that lines and columns stay the same. Suppresses Node's warning
 * that this is experimental, which no author needs to see.
 */
function withoutTypes(text: string): string {
  // Node's parser would crash, and could not parse anything afterwards in this process.
  if (isTooDeep(text)) throw new SyntaxError(TOO_DEEP);
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text, { mode: "strip" });
  } catch (error) {
    throw error instanceof SyntaxError ? error : new SyntaxError(TOO_DEEP, { cause: error });
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Extracts `./site` from `require("./site")`. */
export function toRequired(node: Expression): string | null {
  if (node.type !== "CallExpression" || nameOfCallee(node.callee) !== "require") return null;
  const [first] = node.arguments;
  return first?.type === "Literal" && typeof first.value === "string" ? first.value : null;
}

/** Extracts `addPassthroughCopy` from `config.addPassthroughCopy`. */
export function nameOfCallee(node: Node): string | null {
  const callee = node as Expression;
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return null;
  return callee.property.name;
}

type FunctionNode = Extract<Expression, { type: "FunctionExpression" | "ArrowFunctionExpression" }>;

/** A function of any form. */
export function isFunction(node: Node): node is FunctionNode {
  return ["FunctionExpression", "ArrowFunctionExpression", "FunctionDeclaration"].includes(node.type);
}

/** Visits a node and everything below it, in the order of the text. */
export function walkProgram(root: Node, visit: (node: Expression) => void): void {
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
