/** The parts of an OpenAPI document that this module changes. */
interface ShareableDocument {
  readonly paths: object;
  components: object;
}

interface OperationParts {
  readonly operationId: string;
  parameters?: unknown[];
  responses: Record<string, unknown>;
}

/**
 * Moves parameters and responses that several operations share to `components` and replaces them by
 * references. Otherwise they would take up two fifths of the document, and generators would create
 * a type for each.
 */
export function shareParts(document: ShareableDocument): void {
  const operations = Object.values(document.paths).flatMap((item: object): OperationParts[] => Object.values(item));
  const parameters = createShelf("parameters");
  const responses = createShelf("responses");
  for (const operation of operations) {
    for (const parameter of operation.parameters ?? []) parameters.note(parameter, memberOf(parameter, "name") ?? "parameter", operation);
    for (const [status, response] of Object.entries(operation.responses)) responses.note(response, nameOf(status, response), operation);
  }
  for (const operation of operations) {
    if (operation.parameters !== undefined) operation.parameters = operation.parameters.map(parameters.refer);
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, responses.refer(response)]),
    );
  }
  document.components = { ...document.components, parameters: parameters.shared(), responses: responses.shared() };
}

interface Shelf {
  /** @param name the operation's id is appended if another part already has this name */
  note(part: unknown, name: string, operation: OperationParts): void;
  /** Returns a reference if the part was noted more than once; otherwise the part itself. */
  refer(part: unknown): unknown;
  shared(): Record<string, unknown>;
}

function createShelf(section: string): Shelf {
  const parts = new Map<string, { readonly part: unknown; readonly name: string; readonly by: string; uses: number }>();
  const names = new Map<string, string>();
  return {
    note(part, name, { operationId }) {
      const key = JSON.stringify(part);
      const shared = parts.get(key);
      if (shared === undefined) parts.set(key, { part, name, by: operationId, uses: 1 });
      else shared.uses += 1;
    },
    refer(part) {
      const key = JSON.stringify(part);
      const found = parts.get(key);
      if (found === undefined || found.uses < 2) return part;
      const taken = [...names].some(([other, name]) => other !== key && name === found.name);
      const name = names.get(key) ?? (taken ? `${found.name}.${found.by}` : found.name);
      names.set(key, name);
      return { $ref: `#/components/${section}/${name}` };
    },
    shared: () => Object.fromEntries([...names].map(([key, name]) => [name, parts.get(key)?.part])),
  };
}

function nameOf(status: string, response: unknown): string {
  const codes = typeof response === "object" && response !== null ? Reflect.get(response, "x-problem-codes") : undefined;
  return Array.isArray(codes) ? codes.join(".") : status === "304" ? "not-modified" : `success-${status}`;
}

function memberOf(part: unknown, name: string): string | null {
  const value: unknown = typeof part === "object" && part !== null ? Reflect.get(part, name) : null;
  return typeof value === "string" ? value : null;
}
