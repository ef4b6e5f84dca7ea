import type { Like } from "../client.ts";
import { createIcon, createNode } from "./create-node.ts";
import { OctavoElement } from "./octavo-element.ts";
import { describeFailure } from "./texts/problem-words.ts";

const HEART = "M12 20.5 4 12.6a5 5 0 0 1 7.1-7.1l.9.9.9-.9a5 5 0 0 1 7.1 7.1z";

/** `<octavo-like slug="…">`: a post's number of likes, and a button to add one. */
export abstract class LikeElement extends OctavoElement {
  protected override readonly needsSlug: boolean = true;

  protected override start(): Node {
    const { wording, client, status } = this;
    const { texts } = wording;
    const slug = this.getAttribute("slug") ?? "";
    const count = createNode("span", { part: "count" });
    let like: Like | null = null;
    let busy = false;
    const show = (shown: Like): void => {
      count.textContent = wording.number(shown.likeCount);
      button.setAttribute("aria-pressed", String(shown.liked));
      button.title = wording.count(texts.likes, shown.likeCount);
    };
    const toggle = async (): Promise<void> => {
      if (busy || like === null) return;
      busy = true;
      const { liked, likeCount } = like;
      // Shown at once; the API's response corrects it.
      show({ slug, liked: !liked, likeCount: likeCount + (liked ? -1 : 1) });
      status.textContent = "";
      try {
        like = await (liked ? client.likes.remove(slug) : client.likes.add(slug));
        this.tell("octavo-like", like);
      } catch (error) {
        status.textContent = describeFailure(error, wording);
      }
      show(like);
      busy = false;
    };
    const button: HTMLButtonElement = createNode(
      "button",
      { type: "button", part: "button like", "aria-pressed": "false", "aria-disabled": "true", click: () => void toggle() },
      createIcon(HEART),
      createNode("span", { class: "hidden" }, texts.like),
      count,
    );
    client.likes.get(slug).then(
      (answer) => {
        like = answer;
        this.reveal(true);
        button.removeAttribute("aria-disabled");
        show(like);
      },
      (error) => {
        if (!this.isMistake(error)) button.title = describeFailure(error, wording);
      },
    );
    return button;
  }
}
