/** Octavo's icon as a data URL. */
export const FAVICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M2 3l6 2v9L2 12zM14 3L8 5v9l6-2z' fill='%23b4532a'/%3E%3C/svg%3E";
