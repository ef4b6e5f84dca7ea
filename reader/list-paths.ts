/** The reader's own pages; those of documents have the addresses that the site gives them. */
export const LIST_PATHS = ["/", "/posts", "/projects", "/books", "/photos", "/services", "/about", "/search"] as const;
export type ListPath = (typeof LIST_PATHS)[number];
