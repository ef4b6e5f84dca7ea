/**
 * The texts of a document's member: `status`, or `tags.slug` for the slug of each tag.
 * @returns an empty list if the member is missing or null
 */
export function memberTexts(document: object, member: string): readonly string[] {
  return createMemberReader(member)(document);
}

/** Creates a reader for many documents. */
export function createMemberReader(member: string): (document: object) => readonly string[] {
  const names = member.split(".");
  const isPlain = names.length === 1;
  return (document) => {
    const value = (document as Readonly<Record<string, unknown>>)[member];
    if (typeof value === "string") return [value];
    if (isPlain && (value === null || value === undefined)) return NONE;
    const found: string[] = [];
    collect(document, names, 0, found);
    return found;
  };
}

const NONE: readonly string[] = Object.freeze([]);

function collect(value: unknown, names: readonly string[], at: number, found: string[]): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) for (const item of value) collect(item, names, at, found);
  else if (at === names.length) found.push(String(value));
  else if (typeof value === "object") collect((value as Readonly<Record<string, unknown>>)[names[at] ?? ""], names, at + 1, found);
}
