import { OctavoError } from "../octavo-error.ts";
import { createNode } from "./create-node.ts";
import { createElementClient, type ElementClient } from "./element-client.ts";
import { STYLES } from "./element-styles.ts";
import { createSafeHtml, type ToSafeNodes } from "./safe-html.ts";
import { createWording, type ElementTexts, ENGLISH, TEXT_LANGUAGES, type Wording } from "./texts/element-texts.ts";

export interface ElementOptions {
  /** Base address of the API for elements without an attribute `api`. Default: `/api/v1`. */
  readonly baseUrl?: string | undefined;
  /** Folder of the language files, with a slash at its end. Default: English alone, and what the page sets. */
  readonly textsUrl?: string | undefined;
}

/** State that the elements of a page share. */
export interface ElementContext {
  readonly baseUrl: string;
  readonly sheet: CSSStyleSheet;
  readonly toSafeNodes: ToSafeNodes;
  loadTexts(language: string): Promise<Partial<ElementTexts>>;
}

export function createElementContext({ baseUrl = "/api/v1", textsUrl }: ElementOptions): ElementContext {
  const texts: Record<string, Promise<Partial<ElementTexts>>> = {};
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  const fetchTexts = async (language: string): Promise<Partial<ElementTexts>> => {
    if (textsUrl === undefined || !TEXT_LANGUAGES.includes(language)) return {};
    // English is better than nothing.
    return fetch(`${textsUrl}octavo-elements.${language}.json`)
      .then((answer) => answer.json())
      .catch(() => ({}));
  };
  return {
    baseUrl,
    sheet,
    toSafeNodes: createSafeHtml(),
    loadTexts: (language) => (texts[language] ??= fetchTexts(language)),
  };
}

/** Texts of the page's own for all elements: `<script type="application/json" id="octavo-texts">`. */
function readPageTexts(): Partial<ElementTexts> {
  try {
    return JSON.parse(document.getElementById("octavo-texts")?.textContent ?? "{}");
  } catch (error) {
    // A slip there takes no comments away.
    console.error("octavo-texts", error);
    return {};
  }
}

/** Where pages are rendered beforehand there are no elements; the module can be loaded nonetheless. */
const Base = globalThis.HTMLElement ?? class {};

/** Attributes that are properties too: some frameworks set those, whatever was written. */
const PROPERTIES = ["api", "slug", "service-id", "comments-open", "q", "sync"];

/** The base of all elements: opens a shadow root, finds the API and the language, and starts again when an attribute changes. */
export abstract class OctavoElement extends Base {
  static readonly observedAttributes: readonly string[] = ["api", "slug", "lang", "service-id"];
  /** Given by defineElements. */
  protected abstract readonly context: ElementContext;
  protected readonly shadow: ShadowRoot = this.attachShadow({ mode: "open" });
  protected declare baseUrl: string;
  protected declare client: ElementClient;
  protected declare wording: Wording;
  /** The page's language at this place, BCP 47. */
  protected declare locale: string;
  /** Told to who cannot see what changes. */
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
      // Set before the element was defined.
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
    // An element that is moved to another place goes on.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#run?.abort();
      this.#run = null;
    });
  }

  attributeChangedCallback(_: string, before: string | null, after: string | null): void {
    if (this.#run !== null && before !== after) void this.#restart();
  }

  /** Puts what the element shows into its shadow root. The signal is aborted when it is over. */
  protected abstract start(signal: AbortSignal): Node;

  /** Shows the element; what stands inside it is shown too until there is an answer. */
  protected reveal(hasAnswer: boolean): void {
    this.#own.hidden = hasAnswer;
    if (this.#root) this.#root.hidden = false;
  }

  /** Whether the page names a post that does not exist. Its author reads of it in the console, its readers see what stands inside the element. */
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
    // Before anything is there: it keeps the place free.
    shadow.adoptedStyleSheets = [context.sheet];
    const locale = findLanguage(this);
    const [language = ""] = locale.toLowerCase().split("-");
    const loaded = await context.loadTexts(language);
    if (signal.aborted) return;
    this.reveal(false);
    this.#root?.remove();
    if (this.needsSlug && !this.getAttribute("slug")) {
      console.error(`<${this.localName}> needs slug="…", the slug of a post`);
      return;
    }
    const texts = { ...ENGLISH, ...loaded, ...readPageTexts() };
    this.locale = locale;
    this.wording = createWording(locale, "send" in loaded ? language : "en", texts);
    this.baseUrl = new URL(this.getAttribute("api") ?? context.baseUrl, document.baseURI).href.replace(/\/+$/, "");
    this.client = createElementClient(this.baseUrl, signal);
    this.status.textContent = "";
    // Nothing but what is for browsers without scripts stands inside: then the element shows at once that it is there.
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
