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
  /** The page's locale: names and texts are its readers'. */
  readonly locale: string;
  readonly toSafeNodes: ToSafeNodes;
  readonly kept: LocalComments;
  readonly person: RememberedPerson;
  /** Opens the draft of a new comment (no id), of a reply or, if `edits`, of a change to one's own comment. */
  openDraft(id?: string, edits?: boolean): FormDraft;
  /** Whether the site sends mails about replies; it is asked once, when that matters. */
  offersNotices(): Promise<boolean>;
  /** Tells who cannot see what changes. */
  say(text: string): void;
  /** Says what went wrong. */
  fail(error: unknown): void;
}
