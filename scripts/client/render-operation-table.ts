import {
  COMMENT_AUTHOR_NAME_MAX,
  COMMENT_AUTHOR_URL_MAX,
  COMMENT_BODY_MAX,
  EMAIL_MAX,
  INQUIRY_MESSAGE_MAX,
  INQUIRY_NAME_MAX,
} from "../../contract/limits.ts";
import type { Operation } from "../../contract/operations/operation.ts";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { routeOf } from "../../contract/paths.ts";
import { needsCookies, pageParameterOf, queryOf, takesHeader } from "./operation-parts.ts";

const TYPES = `export interface OperationRow {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to the API's base address, with \`{name}\` for the method's first arguments. */
  readonly path: string;
  /** Names of its query parameters. */
  readonly query?: readonly string[];
  /** The query parameter that selects the page. */
  readonly page?: string;
  readonly body?: true;
  /** Accepts an \`Idempotency-Key\`. */
  readonly key?: true;
  /** Needs an \`X-Edit-Token\`. */
  readonly token?: true;
  /** Acts for the visitor identified by a cookie. */
  readonly cookies?: true;
  /** The body of a success; default: JSON. */
  readonly success?: "text" | "none";
}
`;

/** Renders the client runtime's table of operations, by name. */
export function renderOperationTable(operations: readonly Operation[] = OPERATIONS): string {
  return `${TYPES}\n${renderTable("OPERATION_TABLE", operations)}`;
}

/** Operations that the elements call. Every row adds to what a visitor's browser loads. */
const OF_ELEMENTS: readonly string[] = [
  ...["comments.list", "comments.get", "comments.submit", "comments.edit", "comments.withdraw", "posts.get"],
  ...["likes.get", "likes.add", "likes.remove", "search", "kinds.list", "services.list", "inquiries.submit", "site.settings"],
];

export function renderElementOperations(): string {
  const called = OPERATIONS.filter(({ name }) => OF_ELEMENTS.includes(name));
  // The elements check arguments and read further pages themselves.
  return `import type { OperationRow } from "./operation-table.ts";\n\n${renderTable("ELEMENT_OPERATIONS", called, { query: [], page: undefined })}${renderFieldLimits()}`;
}

/** Form fields by the API's names, with their limits in code points. */
const FIELD_LIMITS: Readonly<Record<string, number>> = {
  authorName: COMMENT_AUTHOR_NAME_MAX,
  body: COMMENT_BODY_MAX,
  authorEmail: EMAIL_MAX,
  authorUrl: COMMENT_AUTHOR_URL_MAX,
  message: INQUIRY_MESSAGE_MAX,
  email: EMAIL_MAX,
  name: INQUIRY_NAME_MAX,
};

function renderFieldLimits(): string {
  const limits = Object.entries(FIELD_LIMITS).map(([name, limit]) => `  ${name}: ${limit},\n`);
  return `\n/** Maximum number of code points in each field. */\nexport const FIELD_LIMITS: Readonly<Record<string, number>> = {\n${limits.join("")}};\n`;
}

/** @param instead replaces a row's members if it has them */
function renderTable(constant: string, operations: readonly Operation[], instead: Readonly<Record<string, unknown>> = {}): string {
  const rows = operations.map((operation) => `  ${JSON.stringify(operation.name)}: ${renderRow(operation, instead)},\n`);
  return `export const ${constant}: Readonly<Record<string, OperationRow>> = {\n${rows.join("")}};\n`;
}

function renderRow(operation: Operation, instead: Readonly<Record<string, unknown>>): string {
  const { method, route, body, success } = operation;
  const query = queryOf(operation).map(({ name }) => name);
  const page = pageParameterOf(operation);
  const row = {
    method,
    path: routeOf(route).path,
    ...(query.length === 0 ? {} : { query }),
    ...(page === null ? {} : { page }),
    ...(body === null ? {} : { body: true }),
    ...(takesHeader(operation, "Idempotency-Key") ? { key: true } : {}),
    ...(takesHeader(operation, "X-Edit-Token") ? { token: true } : {}),
    ...(needsCookies(operation) ? { cookies: true } : {}),
    ...(success.schema === null ? { success: "none" } : success.mediaType === undefined ? {} : { success: "text" }),
  };
  const members = Object.entries(row).flatMap(([name, value]) => {
    const given = Object.hasOwn(instead, name) ? instead[name] : value;
    return given === undefined ? [] : [`${name}: ${renderValue(given)}`];
  });
  return `{ ${members.join(", ")} }`;
}

function renderValue(value: unknown): string {
  return Array.isArray(value) ? `[${value.map((each) => JSON.stringify(each)).join(", ")}]` : JSON.stringify(value);
}
