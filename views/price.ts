import type { ServiceOffering } from "../packages/octavo-client/client.ts";
import { formatAmount } from "./format-values.ts";
import type { PageWords } from "./words/page-words.ts";

/** Currencies whose minor unit is not a hundredth (ISO 4217): decimals of the main one. */
const DECIMALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ["CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"].map((code) => [code, 0]),
  ),
  ...Object.fromEntries(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].map((code) => [code, 3])),
};

/** The price of a service as people read it: `1,200 – 1,500 EUR / day`; "": there is none. */
export function priceText({ display, amountMinor, maxAmountMinor, currency, unit }: ServiceOffering["pricing"], words: PageWords): string {
  if (display !== null) return display;
  if (currency === null) return "";
  const amounts = [amountMinor, maxAmountMinor].filter((minor) => minor !== null).map((minor) => amountText(minor, currency, words));
  if (amounts.length === 0) return "";
  return `${amounts.join(" – ")}\u00a0${currency}${unit === null ? "" : ` / ${unit}`}`;
}

function amountText(minor: number, currency: string, words: PageWords): string {
  const decimals = DECIMALS[currency] ?? 2;
  const whole = Math.floor(minor / 10 ** decimals);
  const rest = minor - whole * 10 ** decimals;
  return formatAmount(whole, words) + (rest === 0 ? "" : words.decimalMark + String(rest).padStart(decimals, "0"));
}
