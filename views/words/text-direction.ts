/** Languages that are written from right to left, unless their script implies otherwise (CLDR). */
const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|iw|ks|nqo|ps|sd|syr|ug|ur|yi)(?:-(?!latn)|$)|-(?:arab|hebr|nkoo|syrc|thaa)(?:-|$)/i;

/** @param language BCP 47 */
export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.test(language) ? "rtl" : "ltr";
}
