import { CommentsElement } from "./comments/comments-element.ts";
import { InquiryElement } from "./inquiry-element.ts";
import { LikeElement } from "./like-element.ts";
import { createElementContext, type ElementOptions } from "./octavo-element.ts";
import { SearchElement } from "./search-element.ts";

export type * from "../generated/element-types.ts";
export type { ElementOptions } from "./octavo-element.ts";
export type { ElementTexts, PluralText } from "./texts/element-texts.ts";

/**
 * Defines `<octavo-comments>`, `<octavo-like>`, `<octavo-search>` and `<octavo-inquiry>` in this
 * page. Existing definitions stay. Does nothing without a DOM, because pages rendered on a server
 * call it too.
 */
export function defineElements(options: ElementOptions = {}): void {
  if (typeof customElements === "undefined") return;
  const context = createElementContext(options);
  const elements = {
    "octavo-comments": class extends CommentsElement {
      protected readonly context = context;
    },
    "octavo-like": class extends LikeElement {
      protected readonly context = context;
    },
    "octavo-search": class extends SearchElement {
      protected readonly context = context;
    },
    "octavo-inquiry": class extends InquiryElement {
      protected readonly context = context;
    },
  };
  for (const [name, element] of Object.entries(elements)) if (customElements.get(name) === undefined) customElements.define(name, element);
}
