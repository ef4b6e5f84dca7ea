import type { ElementClient } from "../element-client.ts";
import type { FormDraft } from "../form-draft.ts";
import type { ToSafeNodes } from "../safe-html.ts";
import type { Wording } from "../texts/element-texts.ts";
import type { LocalComments } from "./local-comments.ts";
import type { RememberedPerson } from "./remembered-person.ts";

/** State that the parts of one `<octavo-comments>` share. */
export interface CommentsScope {
  readonly slug: string;
  readonly api: ElementClient["comments"];
  readonly signal: AbortSignal;
  readonly wording: Wording;
  /** The page's locale. */
  readonly locale: string;
  readonly toSafeNodes: ToSafeNodes;
  readonly kept: LocalComments;
  readonly person: RememberedPerson;
  /**
   * Opens the draft of a new comment (no id), of a reply or, if `edits`, of a change to one's own
   * comment.
   */
  openDraft(id?: string, edits?: boolean): FormDraft;
  /** Whether the site sends emails about replies. Requested once, on demand. */
  offersNotices(): Promise<boolean>;
  /** Announces a change to users of screen readers. */
  say(text: string): void;
  /** Reports a failure. */
  fail(error: unknown): void;
}
