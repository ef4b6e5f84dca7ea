/**
 * Replaces the checks of answers and pages. Their libraries compile code, which workerd refuses, so
 * the process that requested the test checks its answers and pages.
 */

/** An answer of the API, or a page. */
export interface GivenAnswer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Null if the answer is a page of HTML. */
  readonly optionalHeaders: readonly string[] | null;
}

const given: GivenAnswer[] = [];

export function takeAnswers(): readonly GivenAnswer[] {
  return given.splice(0);
}

export function createConformance(_document: object, { optionalHeaders = [] }: { readonly optionalHeaders?: readonly string[] } = {}) {
  return {
    checkResponse: async (method: string, url: string, response: Response): Promise<void> => {
      const body = await response.clone().text();
      given.push({ method, url, status: response.status, headers: [...response.headers], body, optionalHeaders });
    },
  };
}

export async function checkHtml(url: string, body: string): Promise<void> {
  given.push({ method: "GET", url, status: 200, headers: [], body, optionalHeaders: null });
}
