import { readStoredTexts, type StoredTexts, writeStored } from "../browser-storage.ts";

/**
 * The person who writes comments in this browser: name, website and, if the visitor asked for it,
 * email address.
 */
export interface RememberedPerson {
  /**
   * Values for the next form. An email address that is not stored is filled in until the page is
   * left.
   */
  values: StoredTexts;
  isStored(): boolean;
  /** Whether the email address is also stored. */
  hasEmail(): boolean;
  store(values: StoredTexts, withEmail: boolean): void;
  forget(): void;
}

/** One person per API, in localStorage. */
export function createRememberedPerson(baseUrl: string): RememberedPerson {
  const key = `octavo-person:${baseUrl}`;
  const read = (): StoredTexts => readStoredTexts("localStorage", key);
  const person: RememberedPerson = {
    values: read(),
    isStored: () => "authorName" in read(),
    hasEmail: () => "authorEmail" in read(),
    store(values, withEmail) {
      const { authorEmail, ...rest } = values;
      person.values = values;
      writeStored("localStorage", key, withEmail ? values : rest);
    },
    forget() {
      person.values = {};
      writeStored("localStorage", key, {});
    },
  };
  return person;
}
