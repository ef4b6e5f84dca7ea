/** Widths of the WebP variants, pixels: for a phone, a tablet or text column, and a wide screen. */
export const DEFAULT_WIDTHS: readonly number[] = [480, 960, 1600];
/** WebP quality, 1..100. Higher values do not visibly improve photographs. */
export const DEFAULT_QUALITY = 78;
