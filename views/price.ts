import type { ServiceOffering } from "../packages/octavo-client/client.ts";
import { formatAmount } from "./format-values.ts";
import type { PageWords } from "./words/page-words.ts";

/**
 * Currencies whose minor unit is not a hundredth of the main unit (ISO 4217), by number of
 * decimals.
 */
const WITHOUT_DECIMALS = /^(?:CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF)$/;
const WITH_THREE_DECIMALS = /^(?:BHD|IQD|JOD|KWD|LYD|OMR|TND)$/;

/** The price of a service as people read it: `1,200 – 1,500 EUR / day`; "" if there is none. */
export function priceText({ display, amountMinor, maxAmountMinor, currency, unit }: ServiceOffering["pricing"], words: PageWords): string {
  if (display !== null) return display;
  if (currency === null) return "";
  const amounts = [amountMinor, maxAmountMinor].filter((minor) => minor !== null).map((minor) => amountText(minor, currency, words));
  if (amounts.length === 0) return "";
  return `${amounts.join(" – ")}\u00a0${currency}${unit === null ? "" : ` / ${unit}`}`;
}

function amountText(minor: number, currency: string, words: PageWords): string {
  const decimals = WITHOUT_DECIMALS.test(currency) ? 0 : WITH_THREE_DECIMALS.test(currency) ? 3 : 2;
  const whole = Math.floor(minor / 10 ** decimals);
  const rest = minor - whole * 10 ** decimals;
  return formatAmount(whole, words) + (rest === 0 ? "" : words.decimalMark + String(rest).padStart(decimals, "0"));
}
