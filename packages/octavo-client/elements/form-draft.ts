import { readStoredTexts, type StoredTexts, writeStored } from "./browser-storage.ts";

/**
 * The unsent text of a form, in sessionStorage: it survives a reload, and is removed when the tab
 * is closed.
 */
export interface FormDraft {
  read(): StoredTexts;
  write(values: StoredTexts): void;
  remove(): void;
}

/** @param key the API, the post and the parent comment */
export function createFormDraft(key: string): FormDraft {
  const name = `octavo-draft:${key}`;
  const write = (values: StoredTexts): void => writeStored("sessionStorage", name, values);
  return { read: () => readStoredTexts("sessionStorage", name), write, remove: () => write({}) };
}
