import type { Kind } from "../octavo-client/client.ts";
import { type OperationParameter, TOOL_OPERATIONS, type ToolOperation } from "./generated/tool-operations.ts";

/**
 * A command for one read of the API, or for two reads with different arguments: `posts series`,
 * `posts series <slug>`.
 */
export interface ToolCommand {
  /** `posts list`. */
  readonly words: readonly string[];
  readonly about: string;
  readonly details: string;
  readonly calls: readonly CommandCall[];
}

/** A read with the arguments of its command. */
export interface CommandCall {
  readonly operation: ToolOperation;
  /** Parameters that the command sets itself: `{ kind: "post" }`. */
  readonly preset: Readonly<Record<string, string>>;
  /** Positional arguments: path parameters, and required ones. */
  readonly words: readonly OperationParameter[];
  /** Parameters given as `--name`. */
  readonly options: readonly OperationParameter[];
  /** The listed kind, if it is the site's own. */
  readonly kind?: Kind;
}

/** All commands: one for each read by its name, plus shorter forms of reads for a single kind. */
export function createCommands(): readonly ToolCommand[] {
  const find = (name: string): ToolOperation | undefined => TOOL_OPERATIONS.find((operation) => operation.name === name);
  const [search, tags] = [find("search"), find("tags.list")];
  const commands = TOOL_OPERATIONS.map((operation) => toCommand(operation.name.split("."), [operation]));
  // Searched kinds have a document for each slug: `/posts/{slug}` belongs to kind `post`.
  const searched = TOOL_OPERATIONS.flatMap(({ path }) => /^\/(\w+)s\/\{slug\}$/.exec(path)?.[1] ?? []);
  const kinds = searched.map((kind) => toCommand([`${kind}s`, "search"], search === undefined ? [] : [search], { kind }));
  const tagged = valuesOf(tags, "resource").map((resource) =>
    toCommand([resource, "tags"], tags === undefined ? [] : [tags], { resource }),
  );
  const ofPosts = TOOL_OPERATIONS.filter(({ tag, name }) => tag === "Posts" && !name.startsWith("posts."));
  const grouped = Map.groupBy(ofPosts, ({ name }) => name.replace(/\..*/, ""));
  const aboutPosts = [...grouped].map(([group, members]) => toCommand(["posts", group], members));
  const comments = find("comments.list");
  const withComments = comments === undefined ? [] : [toCommand(["posts", "comments"], [comments])];
  return [...commands, ...kinds, ...tagged, ...aboutPosts, ...withComments];
}

/** @param preset parameter values that the command implies */
export function toCommand(
  words: readonly string[],
  operations: readonly ToolOperation[],
  preset: Readonly<Record<string, string>> = {},
  kind?: Kind,
): ToolCommand {
  const calls = operations.map((operation): CommandCall => {
    const open = operation.parameters.filter(({ name }) => preset[name] === undefined);
    const isWord = (parameter: OperationParameter): boolean => parameter.in === "path" || parameter.required;
    const options = open.filter((parameter) => !isWord(parameter));
    return { operation, preset, words: open.filter(isWord), options, ...(kind && { kind }) };
  });
  const [first] = operations;
  return { words, about: first?.summary ?? "", details: operations.map(({ description }) => description).join(" "), calls };
}

function valuesOf(operation: ToolOperation | undefined, name: string): readonly string[] {
  return operation?.parameters.find((parameter) => parameter.name === name)?.schema.enum ?? [];
}

/** The name of the option for a parameter: `pageSize` → `page-size`. */
export function toOptionName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The positional arguments in help: `<slug>`, `[slug]`. */
export function wordsShown({ calls }: ToolCommand): string {
  const names = [...new Set(calls.flatMap(({ words }) => words.map(({ name }) => name)))];
  return names.map((name) => (calls.every(({ words }) => words.some((word) => word.name === name)) ? `<${name}>` : `[${name}]`)).join(" ");
}

/** The options of all calls of a command, without duplicates. */
export function optionsOf({ calls }: ToolCommand): readonly OperationParameter[] {
  const byName = new Map(calls.flatMap(({ options }) => options.map((option) => [option.name, option] as const)));
  return [...byName.values()];
}

/** Whether a command's response has pages. */
export function hasPages({ operation }: CommandCall): boolean {
  return operation.parameters.some(({ name }) => /^(?:page|commentsPage)$/.test(name));
}
