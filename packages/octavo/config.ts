/** `octavo`: the exports for a site's octavo.config.ts. */
export {
  type CheckName,
  type CheckSeverity,
  type CollectionName,
  defineConfig,
  type FrontMatterConfig,
  type MarkdownConfig,
  type MarkdownPlugin,
  type OctavoConfig,
  type PicturesConfig,
} from "../../contract/config/define-config.ts";
export {
  defineKind,
  type Field,
  type FieldValues,
  field,
  type ImageValue,
  type KindConfig,
  type ReferenceValue,
} from "../../contract/config/define-kind.ts";
