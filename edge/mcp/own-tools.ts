import type { KindSummary } from "../../contract/schemas/list.ts";
import { isRecord } from "../manifest.ts";
import { describeTool, TOOLS, type Tool, type ToolRequest, toRequest } from "./tools.ts";

/**
 * Two tools that read all of a site's own kinds. Their parameters depend on the kind and come from
 * `/kinds`.
 */

/** One of the site's own kinds, as `/kinds` describes it. */
export type OwnKindFacts = Pick<KindSummary, "name" | "words" | "count" | "tags" | "date" | "filters" | "sorts">;

const LIST: Tool = { name: "documents_list", path: "/{kind}", inPath: ["kind"], inQuery: ["page", "pageSize"], queryIn: "query" };
const GET: Tool = { name: "documents_get", path: "/{kind}/{slug}", inPath: ["kind", "slug"], inQuery: [] };
const OWN_TOOLS: readonly Tool[] = [LIST, GET];
const ALL_TOOLS: readonly Tool[] = [...TOOLS, ...OWN_TOOLS];

export function findTool(name: unknown): Tool | undefined {
  return ALL_TOOLS.find((tool) => tool.name === name);
}

export function isOwnTool(tool: Tool): boolean {
  return OWN_TOOLS.includes(tool);
}

/** The site's own kinds, from a response of `/kinds`. */
export function toOwnKinds(answer: unknown): readonly OwnKindFacts[] {
  const items = isRecord(answer) && Array.isArray(answer.items) ? answer.items : [];
  // Every response of `/kinds` has these members.
  return (items as readonly KindSummary[]).filter(({ builtIn }) => !builtIn);
}

/** The two tools in the form of `tools/list`; none if the site has no kinds of its own. */
export function describeOwnTools(kinds: readonly OwnKindFacts[]): readonly object[] {
  if (kinds.length === 0) return [];
  const kind = { type: "string", enum: kinds.map(({ name }) => name), description: "Name of the kind." };
  const described = kinds.map(
    (one) => `${one.name} (${one.words.many}, ${one.count}): ${parametersOf(one).map(describeParameter).join(", ")}.`,
  );
  const query = {
    type: "object",
    description: `Filters, sort and page, by kind:\n${described.join("\n")}`,
    additionalProperties: { type: ["string", "number", "boolean", "array"], items: { type: "string" } },
  };
  const slug = { type: "string", description: "Slug of the document, from documents_list or search." };
  const names = kinds.map(({ words }) => words.many).join(", ");
  return [
    describeTool(LIST, {
      title: "Documents of a kind",
      description: `Documents of a kind that this site defines: ${names}.`,
      properties: { kind, query },
      required: ["kind"],
    }),
    describeTool(GET, {
      title: "One document of a kind",
      description: `The list's members, and the body. Kinds of this site: ${names}.`,
      properties: { kind, slug },
      required: ["kind", "slug"],
    }),
  ];
}

interface KindParameter {
  readonly name: string;
  readonly values: readonly string[] | null;
}

/** Parameters of a kind's list. */
function parametersOf({ filters, sorts }: OwnKindFacts): readonly KindParameter[] {
  const sort = sorts.length === 0 ? [] : [{ name: "sort", values: sorts.flatMap((key) => [key, `-${key}`]) }];
  return [...filters, ...sort, ...LIST.inQuery.map((name) => ({ name, values: null }))];
}

function describeParameter({ name, values }: KindParameter): string {
  return values === null ? name : `${name} (${values.join(" or ")})`;
}

/**
 * The request for a call of one of these tools, or all mistakes that can be found with `/kinds`.
 */
export function toOwnRequest(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  kinds: readonly OwnKindFacts[],
): ToolRequest | { readonly wrong: readonly string[] } {
  const kind = kinds.find(({ name }) => name === given.kind);
  if (kind === undefined) {
    const names = kinds.map(({ name }) => name).join(", ");
    return { wrong: [names === "" ? "This site defines no kinds of its own." : `kind: want one of ${names}.`] };
  }
  if (tool !== LIST) return toRequest(tool, given);
  const { query = {}, ...others } = given;
  if (!isRecord(query)) return { wrong: ['query: want an object, such as {"pageSize":5}.'] };
  const parameters = parametersOf(kind);
  const wrong = parameters.flatMap(({ name, values }) => {
    const value = query[name];
    // For other values the API returns an empty list, as if no document had them.
    return values === null || value === undefined || values.some((one) => one === value) ? [] : [`${name}: want ${values.join(" or ")}.`];
  });
  const unknown = Object.keys(query).filter((name) => !parameters.some((parameter) => parameter.name === name));
  if (unknown.length > 0)
    wrong.push(`${unknown.join(", ")}: no such parameter of ${kind.name}. There are: ${parameters.map(({ name }) => name).join(", ")}.`);
  const request = toRequest({ ...tool, inQuery: parameters.map(({ name }) => name) }, { ...query, kind: kind.name });
  const outer = toRequest({ ...tool, inQuery: ["query"] }, others);
  if ("wrong" in outer) wrong.push(...outer.wrong);
  return wrong.length > 0 ? { wrong } : request;
}
