const BROWSERS = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["a Mac", /\bMac OS X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
] as const;

/**
 * `Firefox on Linux`: enough for an owner to recognize a browser. The rest of the header is not
 * stored.
 */
export function nameBrowser(userAgent: string | null): string {
  const find = (rows: readonly (readonly [string, RegExp])[]): string | undefined =>
    rows.find(([, pattern]) => pattern.test(userAgent ?? ""))?.[0];
  const [browser = "A browser", system] = [find(BROWSERS), find(SYSTEMS)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
