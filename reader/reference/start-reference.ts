import { type ReferenceDocument, toReferenceDocument } from "./reference-document.ts";
import { REFERENCE_ID } from "./reference-page.ts";

/** What is used of Swagger UI. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => void;

const DOCUMENT = "/api/v1/openapi.json";
const dark = matchMedia("(prefers-color-scheme: dark)");
const place = document.getElementById(REFERENCE_ID);

// Swagger UI knows the dark scheme by this name alone.
const follow = (): void => void document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

try {
  const answer = await fetch(DOCUMENT);
  if (!answer.ok) throw new Error(`${DOCUMENT} answers ${answer.status}`);
  const spec: ReferenceDocument = await answer.json();
  document.title = `${spec.info.title} · API reference`;
  SwaggerUIBundle({
    spec: toReferenceDocument(spec),
    domNode: place,
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: "list",
    filter: true,
    // Else each document would be sent to a server of Swagger's makers.
    validatorUrl: null,
  });
} catch (error) {
  place?.replaceChildren(`The OpenAPI document did not load: ${error instanceof Error ? error.message : error}`);
}
