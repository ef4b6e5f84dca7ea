/** `octavo`: the exports for a site's octavo.config.ts. */

export type { CheckName, CheckSeverity, CollectionName } from "../../contract/config/config-names.ts";
export { defineConfig, type FrontMatterConfig, type OctavoConfig, type PicturesConfig } from "../../contract/config/define-config.ts";
export {
  defineKind,
  type Field,
  type FieldValues,
  field,
  type ImageValue,
  type KindConfig,
  type ReferenceValue,
} from "../../contract/config/define-kind.ts";
export type { MarkdownConfig, MarkdownPlugin } from "../../contract/config/markdown-config.ts";
