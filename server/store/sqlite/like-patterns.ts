/**
 * Patterns for `LIKE … ESCAPE '!'` that find a word anywhere. SQLite's LIKE ignores case only for
 * ASCII. Other words are tried as given, in lower case, in upper case and capitalised.
 */
export function toLikePatterns(word: string): string[] {
  const [first = "", ...rest] = word.toLowerCase();
  const forms = /^[ -~]*$/.test(word) ? [word] : [word, word.toLowerCase(), word.toUpperCase(), first.toUpperCase() + rest.join("")];
  return [...new Set(forms.map((form) => `%${form.normalize("NFC").replaceAll(/[!%_]/g, "!$&")}%`))];
}
