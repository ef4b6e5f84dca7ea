import { attributesOf, CSS_PROPERTIES, ELEMENT_DESCRIPTIONS, renderDetail } from "./element-descriptions.ts";
import { toPropertyName } from "./render-element-types.ts";

/** The package's file that defines the elements. */
const MODULE = "lib/elements.js";

/**
 * Renders custom-elements.json, which editors and documentation tools read
 * (custom-elements-manifest, schema 2.1.0).
 */
export function renderCustomElements(): object {
  const declarations = ELEMENT_DESCRIPTIONS.map((element) => ({
    kind: "class",
    customElement: true,
    name: element.typeName,
    tagName: element.tag,
    description: element.description,
    superclass: { name: "HTMLElement" },
    attributes: attributesOf(element).map(({ name, type, description }) => ({
      name,
      type: { text: type },
      description,
      fieldName: toPropertyName(name),
    })),
    members: attributesOf(element).map(({ name, type, description }) => ({
      kind: "field",
      name: toPropertyName(name),
      type: { text: name === "lang" ? type : `${type} | null` },
      description,
      attribute: name,
      reflects: true,
    })),
    events: [
      { name: element.event.name, type: { text: `CustomEvent<${renderDetail(element.event)}>` }, description: element.event.description },
    ],
    slots: [{ name: "", description: "Shown until the API has responded" }],
    cssParts: element.parts.map((name) => ({ name })),
    cssProperties: CSS_PROPERTIES,
  }));
  const definitions = ELEMENT_DESCRIPTIONS.map(({ tag, typeName }) => ({
    kind: "custom-element-definition",
    name: tag,
    declaration: { name: typeName, module: MODULE },
  }));
  return {
    schemaVersion: "2.1.0",
    modules: [{ kind: "javascript-module", path: MODULE, declarations, exports: definitions }],
  };
}
