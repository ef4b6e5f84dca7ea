/** `octavo-client/astro`: shows the API's content in an Astro site. */
export { type AstroIntegrationHooks, type OctavoIntegration, type OctavoIntegrationOptions, octavo } from "./astro-integration.ts";
export { type LoadedDocuments, type LoaderOptions, type LoaderTarget, type OctavoLoader, octavoLoader } from "./astro-loader.ts";
export { openSite } from "./open-site.ts";
