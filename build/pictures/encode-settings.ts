/** Widths of the WebP variants, pixels: a phone, a tablet or a column of text, a wide screen. */
export const DEFAULT_WIDTHS: readonly number[] = [480, 960, 1600];
/** WebP quality, 1..100: where photographs stop getting visibly better. */
export const DEFAULT_QUALITY = 78;
