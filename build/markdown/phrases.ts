import type { Element } from "hast";

/** The id that remark-rehype gives to the heading above the footnotes. */
export const FOOTNOTES_HEADING_ID = "footnote-label";

/** Octavo's own words in rendered texts. */
export interface Phrases {
  /** Heading of the footnotes. Most designs hide it, but screen readers read it. */
  readonly footnotes: string;
  /** Label of the link from a footnote back to its reference, whose number follows. */
  readonly backToReference: string;
  readonly alerts: Readonly<Record<AlertKind, string>>;
  /** Text below a card that loads its player on a click; `{host}` is the player's server. */
  readonly loadsFrom: string;
}

export const ALERT_KINDS = ["note", "tip", "important", "warning", "caution"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

const ENGLISH = toPhrases(
  "Footnotes",
  "Back to reference",
  ["Note", "Tip", "Important", "Warning", "Caution"],
  "A click loads it from {host}",
);

/** By language, or language and script. */
const PHRASES: ReadonlyMap<string, Phrases> = new Map(
  Object.entries({
    en: ENGLISH,
    cs: toPhrases(
      "Poznámky pod čarou",
      "Zpět k odkazu",
      ["Poznámka", "Tip", "Důležité", "Varování", "Pozor"],
      "Kliknutím se načte z {host}",
    ),
    da: toPhrases(
      "Fodnoter",
      "Tilbage til henvisning",
      ["Bemærk", "Tip", "Vigtigt", "Advarsel", "Forsigtig"],
      "Et klik henter det fra {host}",
    ),
    de: toPhrases("Fußnoten", "Zurück zum Verweis", ["Hinweis", "Tipp", "Wichtig", "Warnung", "Vorsicht"], "Ein Klick lädt es von {host}"),
    es: toPhrases(
      "Notas al pie",
      "Volver a la referencia",
      ["Nota", "Consejo", "Importante", "Advertencia", "Precaución"],
      "Un clic lo carga de {host}",
    ),
    fi: toPhrases(
      "Alaviitteet",
      "Takaisin viitteeseen",
      ["Huomautus", "Vinkki", "Tärkeää", "Varoitus", "Varo"],
      "Napsautus lataa sen osoitteesta {host}",
    ),
    fr: toPhrases(
      "Notes de bas de page",
      "Retour à l’appel de note",
      ["Note", "Astuce", "Important", "Avertissement", "Attention"],
      "Un clic le charge depuis {host}",
    ),
    it: toPhrases(
      "Note a piè di pagina",
      "Torna al riferimento",
      ["Nota", "Suggerimento", "Importante", "Avviso", "Attenzione"],
      "Un clic lo carica da {host}",
    ),
    ja: toPhrases("脚注", "本文へ戻る", ["メモ", "ヒント", "重要", "警告", "注意"], "クリックすると {host} から読み込みます"),
    ko: toPhrases("각주", "본문으로 돌아가기", ["참고", "팁", "중요", "경고", "주의"], "클릭하면 {host}에서 불러옵니다"),
    nb: toPhrases(
      "Fotnoter",
      "Tilbake til henvisning",
      ["Merk", "Tips", "Viktig", "Advarsel", "Forsiktig"],
      "Et klikk henter det fra {host}",
    ),
    nl: toPhrases(
      "Voetnoten",
      "Terug naar verwijzing",
      ["Opmerking", "Tip", "Belangrijk", "Waarschuwing", "Let op"],
      "Een klik laadt het van {host}",
    ),
    pl: toPhrases(
      "Przypisy",
      "Wróć do odnośnika",
      ["Uwaga", "Wskazówka", "Ważne", "Ostrzeżenie", "Przestroga"],
      "Kliknięcie wczyta to z {host}",
    ),
    pt: toPhrases(
      "Notas de rodapé",
      "Voltar à referência",
      ["Nota", "Dica", "Importante", "Aviso", "Cuidado"],
      "Um clique carrega de {host}",
    ),
    ru: toPhrases(
      "Сноски",
      "Вернуться к тексту",
      ["Примечание", "Совет", "Важно", "Предупреждение", "Осторожно"],
      "По щелчку загрузится с {host}",
    ),
    sv: toPhrases(
      "Fotnoter",
      "Tillbaka till hänvisning",
      ["Obs", "Tips", "Viktigt", "Varning", "Försiktighet"],
      "Ett klick hämtar det från {host}",
    ),
    uk: toPhrases(
      "Виноски",
      "Повернутися до тексту",
      ["Примітка", "Порада", "Важливо", "Попередження", "Обережно"],
      "Клацання завантажить це з {host}",
    ),
    zh: toPhrases("脚注", "返回引用处", ["注意", "提示", "重要", "警告", "小心"], "点击后从 {host} 加载"),
    "zh-Hant": toPhrases("註腳", "返回引用處", ["注意", "提示", "重要", "警告", "小心"], "點擊後從 {host} 載入"),
  }),
);

/** @param language BCP 47; languages without an entry use English */
export function phrasesOf(language: string): Phrases {
  const phrases = PHRASES.get(language);
  if (phrases !== undefined) return phrases;
  const { language: plain, script } = new Intl.Locale(language).maximize();
  return PHRASES.get(`${plain}-${script}`) ?? PHRASES.get(plain === "no" ? "nb" : plain) ?? ENGLISH;
}

/** Whether a text is the default title of a box, in any language. */
export function isAlertPhrase(kind: AlertKind, text: string): boolean {
  return [...PHRASES.values()].some(({ alerts }) => alerts[kind] === text);
}

/**
 * Translates the texts that both parsers write in English: the heading over the footnotes, and the
 * links back from them.
 */
export function translateFootnotes({ tagName, properties, children }: Element, { footnotes, backToReference }: Phrases): void {
  const [text] = children;
  if (tagName === "h2" && properties.id === FOOTNOTES_HEADING_ID && text?.type === "text") text.value = footnotes;
  else if (properties.dataFootnoteBackref !== undefined && typeof properties.ariaLabel === "string")
    properties.ariaLabel = properties.ariaLabel.replace(ENGLISH.backToReference, backToReference);
}

function toPhrases(footnotes: string, backToReference: string, names: readonly string[], loadsFrom: string): Phrases {
  const alerts = Object.fromEntries(ALERT_KINDS.map((kind, at) => [kind, names[at] ?? kind])) as Record<AlertKind, string>;
  return { footnotes, backToReference, alerts, loadsFrom };
}
