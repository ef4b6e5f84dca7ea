import { stripTypeScriptTypes } from "node:module";
import { type Expression, type Node, type Program, parse } from "acorn";

/** A program of a file, its types taken out if it has any. @throws SyntaxError for what is no JavaScript, or TypeScript that is more than types */
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
export function toRequired(node: Expression): string | null {
  if (node.type !== "CallExpression" || nameOfCallee(node.callee) !== "require") return null;
  const [first] = node.arguments;
  return first?.type === "Literal" && typeof first.value === "string" ? first.value : null;
}

/** `addPassthroughCopy` of `config.addPassthroughCopy`. */
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

/** Visits a node and all below it, in the order of the text. */
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
