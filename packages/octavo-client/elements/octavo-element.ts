import { OctavoError } from "../octavo-error.ts";
import { createNode } from "./create-node.ts";
import { createElementClient, type ElementClient } from "./element-client.ts";
import { STYLES } from "./element-styles.ts";
import { createSafeHtml, type ToSafeNodes } from "./safe-html.ts";
import { createWording, type ElementTexts, TEXT_LANGUAGES, type Wording } from "./texts/element-texts.ts";

export interface ElementOptions {
  /** Base address of the API for elements without the attribute `api`. Default: `/api/v1`. */
  readonly baseUrl?: string | undefined;
  /**
   * Folder of the language files, with a final slash. Default: only the texts of the script and the
   * page.
   */
  readonly textsUrl?: string | undefined;
}

/** The texts in a script, which are in one language. */
export interface OwnTexts {
  readonly language: string;
  readonly texts: ElementTexts;
}

/** State shared by the elements of a page. */
export interface ElementContext {
  readonly baseUrl: string;
  readonly sheet: CSSStyleSheet;
  readonly toSafeNodes: ToSafeNodes;
  /** Texts in a language, or the script's own texts. */
  loadTexts(language: string): Promise<OwnTexts>;
}

export function createElementContext({ baseUrl = "/api/v1", textsUrl }: ElementOptions, own: OwnTexts): ElementContext {
  const loading: Record<string, Promise<OwnTexts>> = {};
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  const fetchTexts = async (language: string): Promise<OwnTexts> => {
    if (!textsUrl || language === own.language || !TEXT_LANGUAGES.includes(language)) return own;
    // The script's own texts are better than none.
    return fetch(`${textsUrl}octavo-elements.${language}.json`)
      .then((answer) => answer.json())
      .then(
        (texts) => ({ language, texts: { ...own.texts, ...texts } }),
        () => own,
      );
  };
  return {
    baseUrl,
    sheet,
    toSafeNodes: createSafeHtml(),
    loadTexts: (language) => (loading[language] ??= fetchTexts(language)),
  };
}

/** The page's own texts for all elements: `<script type="application/json" id="octavo-texts">`. */
function readPageTexts(): Partial<ElementTexts> {
  try {
    return JSON.parse(document.getElementById("octavo-texts")?.textContent ?? "{}");
  } catch (error) {
    // A mistake in the page's texts must not remove comments.
    console.error("octavo-texts", error);
    return {};
  }
}

/** Servers that render pages have no HTMLElement, but may load the module. */
const Base = globalThis.HTMLElement ?? class {};

/** Attributes that are also properties, because some frameworks set properties instead. */
const PROPERTIES = ["api", "slug", "service-id", "comments-open", "q", "sync"];

/**
 * The base of all elements: creates a shadow root, finds the API and the language, and restarts
 * when an attribute changes.
 */
export abstract class OctavoElement extends Base {
  static readonly observedAttributes: readonly string[] = ["api", "slug", "lang", "service-id"];
  /** Set by defineElements. */
  protected abstract readonly context: ElementContext;
  protected readonly shadow: ShadowRoot = this.attachShadow({ mode: "open" });
  protected declare baseUrl: string;
  protected declare client: ElementClient;
  protected declare wording: Wording;
  /** The language of this part of the page, BCP 47. */
  protected declare locale: string;
  /** Announces changes to users of screen readers. */
  protected readonly status: HTMLElement = createNode("p", { role: "status", part: "status" });
  /** Whether the element shows nothing without a slug. */
  protected readonly needsSlug: boolean = false;
  /** The slot for the element's own content in the page. */
  readonly #own = createNode("slot");
  #root: HTMLElement | null = null;
  #run: AbortController | null = null;

  constructor() {
    super();
    this.shadow.append(this.#own);
    for (const attribute of PROPERTIES) {
      const name = attribute.replace(/-(.)/, (_, letter: string) => letter.toUpperCase()) as keyof this;
      // This property was set before the element was defined.
      const early = this[name];
      const set = (value: unknown): void => (value == null ? this.removeAttribute(attribute) : this.setAttribute(attribute, String(value)));
      Object.defineProperty(this, name, { get: () => this.getAttribute(attribute), set });
      if (early !== undefined) this[name] = early;
    }
  }

  connectedCallback(): void {
    if (this.#run === null) void this.#restart();
  }

  disconnectedCallback(): void {
    // An element that is only moved continues.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#run?.abort();
      this.#run = null;
    });
  }

  attributeChangedCallback(_: string, before: string | null, after: string | null): void {
    if (this.#run !== null && before !== after) void this.#restart();
  }

  /** Returns the content of the shadow root. The signal is aborted when the element stops. */
  protected abstract start(signal: AbortSignal): Node;

  /** Shows the element. Until there is a response, its content in the page is shown as well. */
  protected reveal(hasAnswer: boolean): void {
    this.#own.hidden = hasAnswer;
    if (this.#root) this.#root.hidden = false;
  }

  /**
   * Whether the page names a post that does not exist. The console tells its author, and readers
   * see the element's content in the page.
   */
  protected isMistake(error: unknown): boolean {
    const isMistake = error instanceof OctavoError && error.problem.code === "not-found";
    if (isMistake) {
      console.error(`<${this.localName}>`, error);
      this.#root?.remove();
      this.reveal(false);
    }
    return isMistake;
  }

  protected tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  async #restart(): Promise<void> {
    this.#run?.abort();
    this.#run = null;
    if (!this.isConnected) return;
    this.#run = new AbortController();
    const { signal } = this.#run;
    const { context, shadow } = this;
    // The style is set first, because it reserves the element's space.
    shadow.adoptedStyleSheets = [context.sheet];
    const locale = findLanguage(this);
    const [language = ""] = locale.toLowerCase().split("-");
    const { language: spoken, texts } = await context.loadTexts(language);
    if (signal.aborted) return;
    this.reveal(false);
    this.#root?.remove();
    if (this.needsSlug && !this.getAttribute("slug")) {
      console.error(`<${this.localName}> needs slug="…", the slug of a post`);
      return;
    }
    this.locale = locale;
    this.wording = createWording(locale, spoken, { ...texts, ...readPageTexts() });
    this.baseUrl = new URL(this.getAttribute("api") ?? context.baseUrl, document.baseURI).href.replace(/\/+$/, "");
    this.client = createElementClient(this.baseUrl, signal);
    this.status.textContent = "";
    // If it contains no fallback for browsers without scripts, the element becomes visible at once.
    const isEmpty = [...this.childNodes].every(({ nodeName, textContent }) => nodeName === "NOSCRIPT" || !textContent?.trim());
    this.#root = createNode("div", { class: "root", lang: this.wording.language, hidden: !isEmpty });
    shadow.prepend(this.#root);
    this.#root.append(this.start(signal), this.status);
  }
}

/** The language of the element, of its nearest ancestor with one, or of the page. */
function findLanguage(element: Element): string {
  return element.closest<HTMLElement>("[lang]")?.lang || document.documentElement.lang || "en";
}
