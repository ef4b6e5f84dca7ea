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
