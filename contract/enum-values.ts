/** The values of enumerated members: schemas, query parameters and fields of front matter are made from these. Pure data, so that a build loads no schema for them. */
export const SERIES_STATUSES = ["ongoing", "complete"] as const;
export const PRICING_MODELS = ["fixed", "from", "range", "hourly", "daily", "monthly", "on_request"] as const;
export const TIMELINE_UNITS = ["hour", "day", "week", "month"] as const;
export const AVAILABILITIES = ["open", "waitlist", "closed"] as const;
