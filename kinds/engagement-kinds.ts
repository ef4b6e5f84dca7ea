import type { BUILT_IN_KINDS } from "./list-kinds.ts";

/**
 * Kinds whose documents have their own type of engagement record. Later kinds use `document_view`.
 */
export const KIND_OF_RECORD = {
  project_click: "projects",
  book_click: "books",
  photo_view: "photos",
  service_view: "services",
} as const satisfies Readonly<Record<string, keyof typeof BUILT_IN_KINDS>>;

export type KindRecord = keyof typeof KIND_OF_RECORD;
// Each key is one of the types.
export const KIND_RECORDS = Object.keys(KIND_OF_RECORD) as readonly KindRecord[];

export function isKindRecord(type: string): type is KindRecord {
  return Object.hasOwn(KIND_OF_RECORD, type);
}
