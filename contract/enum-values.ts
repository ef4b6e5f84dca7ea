/** The values of enumerated members: schemas, query parameters and fields of front matter are made from these. Pure data, so that a build loads no schema for them. */
export const SERIES_STATUSES = ["ongoing", "complete"] as const;
