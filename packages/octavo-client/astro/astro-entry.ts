/** `octavo-client/astro`: a site of Astro that shows what the API answers. */
export { type AstroIntegrationHooks, type OctavoIntegration, type OctavoIntegrationOptions, octavo } from "./astro-integration.ts";
export { type LoadedDocuments, type LoaderOptions, type LoaderTarget, type OctavoLoader, octavoLoader } from "./astro-loader.ts";
export { openSite } from "./open-site.ts";
