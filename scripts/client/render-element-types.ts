import { attributesOf, ELEMENT_DESCRIPTIONS, type ElementDescription, renderDetail } from "./element-descriptions.ts";

/**
 * Renders types of the elements for code that uses the DOM: `querySelector`, `createElement`,
 * `addEventListener`.
 */
export function renderElementTypes(): string {
  const elements = ELEMENT_DESCRIPTIONS.map(
    (element) => `/** \`<${element.tag}>\`: ${element.description} */
export interface ${element.typeName} extends HTMLElement {
${attributesOf(element).filter(isNotNative).map(renderProperty).join("")}}

/** The event \`${element.event.name}\`: ${element.event.description}. */
export type ${element.typeName.replace(/Element$/, "Event")} = CustomEvent<${renderDetail(element.event)}>;

/** Attributes of \`<${element.tag}>\`. */
export interface ${element.typeName.replace(/Element$/, "Attributes")} {
${attributesOf(element)
  .map(
    ({ name, type, required, description }) =>
      `  /** ${description}. */\n  ${quote(name)}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};\n`,
  )
  .join("")}}
`,
  );
  const tags = ELEMENT_DESCRIPTIONS.map(({ tag, typeName }) => `    "${tag}": ${typeName};\n`);
  const events = ELEMENT_DESCRIPTIONS.map(({ event, typeName }) => `    "${event.name}": ${typeName.replace(/Element$/, "Event")};\n`);
  return `${elements.join("\n")}
declare global {
  interface HTMLElementTagNameMap {
${tags.join("")}  }
  /** The events bubble, even out of shadow roots. */
  interface GlobalEventHandlersEventMap {
${events.join("")}  }
}
`;
}

function isNotNative({ name }: { readonly name: string }): boolean {
  return name !== "lang";
}

function renderProperty({ name, type }: { readonly name: string; readonly type: string }): string {
  return `  /** The attribute \`${name}\`; null if there is none. */\n  ${toPropertyName(name)}: ${type} | null;\n`;
}

/** `service-id` → `serviceId` */
export function toPropertyName(attribute: string): string {
  return attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function quote(name: string): string {
  return name.includes("-") ? `"${name}"` : name;
}

/** How a framework declares custom elements in its types. */
interface FrameworkTypes {
  /** Import statements of the framework. */
  readonly imports: string;
  /** The module to augment. */
  readonly module: string;
  /** Opening and closing text around the element declarations inside the module. */
  readonly holder: readonly [opening: string, closing: string];
  /** Renders the type of one element; `props` holds its attributes and listeners. */
  readonly value: (props: string) => string;
  readonly listeners: (event: string) => readonly string[];
}

const JSX: FrameworkTypes["holder"] = ["namespace JSX {\n    interface IntrinsicElements {", "}\n  }"];

/**
 * Type declarations for frameworks that need their own, keyed by the last part of the entry's name.
 */
export const FRAMEWORK_TYPES = {
  react: {
    imports: 'import type { DetailedHTMLProps, HTMLAttributes } from "react";',
    module: "react",
    holder: JSX,
    value: (props) => `DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & ${props}`,
    listeners: (event) => [`on${event}`],
  },
  preact: {
    imports: 'import type { JSX as Elements } from "preact";',
    module: "preact",
    holder: JSX,
    // Preact 10 and 11 have different names for an element's attributes.
    value: (props) => `Elements.IntrinsicElements["section"] & ${props}`,
    listeners: (event) => [`on${event}`],
  },
  solid: {
    imports: 'import type { JSX as Elements } from "solid-js/jsx-runtime";',
    module: "solid-js/jsx-runtime",
    holder: JSX,
    value: (props) => `Elements.HTMLAttributes<HTMLElement> & ${props}`,
    listeners: (event) => [`on:${event}`],
  },
  vue: {
    imports: 'import type { HTMLAttributes, ReservedProps } from "vue";',
    module: "vue",
    holder: ["interface GlobalComponents {", "}"],
    value: (props) => `new () => { $props: HTMLAttributes & ReservedProps & ${props} }`,
    listeners: (event) => [`on${toPropertyName(`-${event}`)}`],
  },
  svelte: {
    imports: 'import type { HTMLAttributes } from "svelte/elements";',
    module: "svelte/elements",
    holder: ["interface SvelteHTMLElements {", "}"],
    value: (props) => `HTMLAttributes<HTMLElement> & ${props}`,
    listeners: (event) => [`on${event}`, `on:${event}`],
  },
} as const satisfies Readonly<Record<string, FrameworkTypes>>;
export type Framework = keyof typeof FRAMEWORK_TYPES;

/**
 * Renders `octavo-client/elements/<framework>`: the elements and their declarations for the
 * framework.
 */
export function renderFrameworkTypes(framework: Framework): string {
  const { imports, module, holder, value, listeners }: FrameworkTypes = FRAMEWORK_TYPES[framework];
  const names = ELEMENT_DESCRIPTIONS.flatMap(({ typeName }) => ["Attributes", "Event"].map((end) => typeName.replace(/Element$/, end)));
  const elements = ELEMENT_DESCRIPTIONS.map((element) => `      "${element.tag}": ${value(renderProps(element, listeners))};\n`);
  return `${imports}
import type { ${names.join(", ")} } from "./elements.js";
export * from "./elements.js";

declare module "${module}" {
  ${holder[0]}
${elements.join("")}    ${holder[1]}
}
`;
}

function renderProps({ event, typeName }: ElementDescription, listeners: FrameworkTypes["listeners"]): string {
  const type = typeName.replace(/Element$/, "");
  const own = listeners(event.name).map((name) => `"${name}"?: ((event: ${type}Event) => void) | undefined`);
  return `${type}Attributes & { ${own.join("; ")} }`;
}
