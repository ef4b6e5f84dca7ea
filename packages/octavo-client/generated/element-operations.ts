// Generated from contract/ by `npm run generate`. Edit that, not this file.

import type { OperationRow } from "./operation-table.ts";

export const ELEMENT_OPERATIONS: Readonly<Record<string, OperationRow>> = {
  "posts.get": { method: "GET", path: "/posts/{slug}" },
  "comments.list": { method: "GET", path: "/posts/{slug}/comments", query: [] },
  "comments.submit": { method: "POST", path: "/posts/{slug}/comments", body: true, key: true },
  "comments.get": { method: "GET", path: "/posts/{slug}/comments/{id}", query: [] },
  "comments.edit": { method: "PATCH", path: "/posts/{slug}/comments/{id}", body: true, token: true },
  "comments.withdraw": { method: "DELETE", path: "/posts/{slug}/comments/{id}", token: true, success: "none" },
  "likes.get": { method: "GET", path: "/posts/{slug}/like", cookies: true },
  "likes.add": { method: "POST", path: "/posts/{slug}/like", key: true, cookies: true },
  "likes.remove": { method: "DELETE", path: "/posts/{slug}/like", cookies: true },
  "services.list": { method: "GET", path: "/services" },
  "inquiries.submit": { method: "POST", path: "/services/inquiries", body: true, key: true },
  "site.settings": { method: "GET", path: "/site-settings" },
  "search": { method: "GET", path: "/search", query: [] },
  "kinds.list": { method: "GET", path: "/kinds" },
};

/** Maximum number of code points in each field. */
export const FIELD_LIMITS: Readonly<Record<string, number>> = {
  authorName: 80,
  body: 5000,
  authorEmail: 254,
  authorUrl: 500,
  message: 5000,
  email: 254,
  name: 100,
};
