import type { ApiRequest } from "./request.ts";
import { COUNT_REQUESTS } from "./requests/requests-counts.ts";
import { DATE_REQUESTS } from "./requests/requests-dates.ts";
import { DOCUMENT_REQUESTS } from "./requests/requests-documents.ts";
import { GROUP_REQUESTS } from "./requests/requests-groups.ts";
import { HTTP_REQUESTS } from "./requests/requests-http.ts";
import { LIST_REQUESTS } from "./requests/requests-lists.ts";
import { MISSING_REQUESTS } from "./requests/requests-missing.ts";
import { SEARCH_REQUESTS } from "./requests/requests-search.ts";

/** Every request that the read API must answer, on every host. */
export const REQUESTS: Readonly<Record<string, readonly ApiRequest[]>> = {
  lists: LIST_REQUESTS,
  dates: DATE_REQUESTS,
  search: SEARCH_REQUESTS,
  documents: DOCUMENT_REQUESTS,
  groups: GROUP_REQUESTS,
  counts: COUNT_REQUESTS,
  missing: MISSING_REQUESTS,
  http: HTTP_REQUESTS,
};
