import { CommentsElement } from "./comments/comments-element.ts";
import { InquiryElement } from "./inquiry-element.ts";
import { LikeElement } from "./like-element.ts";
import { createElementContext, type ElementOptions, type OwnTexts } from "./octavo-element.ts";
import { SearchElement } from "./search-element.ts";

/** Defines the elements with texts in one language. See `defineElements`. */
export function defineWithTexts(options: ElementOptions, own: OwnTexts): void {
  if (typeof customElements === "undefined") return;
  const context = createElementContext(options, own);
  const elements = {
    "octavo-comments": CommentsElement,
    "octavo-like": LikeElement,
    "octavo-search": SearchElement,
    "octavo-inquiry": InquiryElement,
  };
  for (const [name, element] of Object.entries(elements)) {
    // The abstract classes differ only in their content.
    const Base = element as typeof LikeElement;
    if (!customElements.get(name))
      customElements.define(
        name,
        class extends Base {
          protected readonly context = context;
        },
      );
  }
}
