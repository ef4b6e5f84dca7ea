/** The diagrams of a page: code blocks that `markdown.diagrams` has marked. */
const DIAGRAMS = "pre[data-diagram]";

/** The parts of the mermaid package that are used. */
interface Mermaid {
  initialize(config: object): void;
  render(id: string, text: string): Promise<{ readonly svg: string }>;
}

/**
 * `octavo-diagrams.js`, a module that only pages with a diagram load. It draws them with the site's
 * own copy of Mermaid. A diagram that cannot be drawn stays as text.
 */
export async function drawDiagrams(): Promise<void> {
  const blocks = document.querySelectorAll<HTMLElement>(DIAGRAMS);
  const { scheme } = document.documentElement.dataset;
  const isDark = scheme === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : scheme === "dark";
  try {
    const mermaid = await loadMermaid();
    mermaid.initialize({
      startOnLoad: false,
      // Otherwise Mermaid leaves a picture of the error at the end of the page.
      suppressErrorRendering: true,
      theme: isDark ? "dark" : "neutral",
      securityLevel: "strict",
      htmlLabels: false,
      flowchart: { htmlLabels: false },
    });
    // Diagrams are drawn one after another, because Mermaid measures each in the page.
    for (const [at, block] of blocks.entries()) await drawDiagram(mermaid, block, `octavo-diagram-${at}`);
  } catch (error) {
    reportFailure(error);
  }
}

async function drawDiagram(mermaid: Mermaid, block: HTMLElement, id: string): Promise<void> {
  const text = block.textContent ?? "";
  try {
    const { svg } = await mermaid.render(id, text);
    block.replaceWith(toFigure(svg, text));
  } catch (error) {
    reportFailure(error);
  }
}

function reportFailure(error: unknown): void {
  console.error("octavo: a diagram cannot be drawn", error);
}

/** A classic script that sets a global variable. */
function loadMermaid(): Promise<Mermaid> {
  const loaded = globalThis as { mermaid?: Mermaid };
  return new Promise((resolve, reject) => {
    if (loaded.mermaid !== undefined) return resolve(loaded.mermaid);
    const script = document.createElement("script");
    script.src = new URL("octavo-mermaid.js", import.meta.url).href;
    script.addEventListener("load", () => (loaded.mermaid ? resolve(loaded.mermaid) : reject(new Error(`${script.src} is not Mermaid`))));
    script.addEventListener("error", () => reject(new Error(`${script.src} cannot be loaded`)));
    document.head.append(script);
  });
}

/** Stand-ins for a style element and a style attribute, until a script sets the styles. */
const [STYLE_TAG, STYLE_ATTRIBUTE] = ["octavo-style", "data-octavo-style"];

/**
 * A policy of `default-src 'self'` forbids style elements and style attributes in markup. It allows
 * styles set by a script.
 */
function toFigure(svg: string, text: string): HTMLElement {
  const figure = document.createElement("figure");
  figure.className = "diagram";
  const harmless = svg.replace(/<[^>]+>/g, (tag) =>
    tag.replace(/^<(\/?)style\b/, `<$1${STYLE_TAG}`).replace(/\sstyle=/g, ` ${STYLE_ATTRIBUTE}=`),
  );
  const drawing = new DOMParser().parseFromString(harmless, "text/html").querySelector("svg");
  if (drawing === null) return figure;
  for (const style of drawing.querySelectorAll(STYLE_TAG)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent);
    document.adoptedStyleSheets.push(sheet);
    style.remove();
  }
  for (const element of [drawing, ...drawing.querySelectorAll<SVGElement>(`[${STYLE_ATTRIBUTE}]`)]) {
    element.style.cssText = element.getAttribute(STYLE_ATTRIBUTE) ?? "";
    element.removeAttribute(STYLE_ATTRIBUTE);
  }
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", text);
  figure.append(drawing);
  return figure;
}
