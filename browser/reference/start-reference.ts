import { toApiBase } from "../../contract/text/base-path.ts";
import { nameControls } from "./name-controls.ts";
import { type ReferenceDocument, toReferenceDocument } from "./reference-document.ts";
import { REFERENCE_ID } from "./reference-page.ts";

/** The parts of Swagger UI that this script uses. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => void;
interface SwaggerSystem {
  readonly React: { createElement(tag: string, props: object | null, child: unknown): unknown };
}

const BASE = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const DOCUMENT = `${toApiBase(BASE)}/openapi.json`;
const dark = matchMedia("(prefers-color-scheme: dark)");
const place = document.getElementById(REFERENCE_ID);

// By default, names of paths and tags are links inside buttons. People who use a keyboard or a
// screen reader cannot tell the two apart.
const plainNames = {
  wrapComponents: {
    DeepLink:
      (_original: unknown, { React }: SwaggerSystem) =>
      ({ text }: { readonly text: unknown }) =>
        React.createElement("span", null, text),
  },
};

// Swagger UI recognizes the dark scheme only by this class.
const follow = (): void => void document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

try {
  const answer = await fetch(DOCUMENT);
  if (!answer.ok) throw new Error(`${DOCUMENT} returned ${answer.status}`);
  const spec: ReferenceDocument = await answer.json();
  document.title = `${spec.info.title} · API reference`;
  SwaggerUIBundle({
    spec: toReferenceDocument(spec, BASE),
    domNode: place,
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: "list",
    filter: true,
    plugins: [plainNames],
    // By default, each document is sent to a server of Swagger's developers.
    validatorUrl: null,
  });
  if (place !== null) nameControls(place);
} catch (error) {
  place?.replaceChildren(`The OpenAPI document did not load: ${error instanceof Error ? error.message : error}`);
}
