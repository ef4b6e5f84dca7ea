/** Events that one millisecond can hold (`id` = at × this + n); the next one goes to the next. Exact in a JS number until the year 2109. */
export const IDS_PER_MS = 2_048;
