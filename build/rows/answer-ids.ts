import { hash } from "node:crypto";
import type { Picture } from "../shared/rendered.ts";

/**
 * Ids for the targets of references, so that rows need not repeat the same picture. They are valid
 * for one build.
 */
export class AnswerIds {
  readonly #ids = new WeakMap<Picture, string>();

  /** An address is its own id. */
  idOf(answer: string | Picture | null): string | null {
    return answer === null || typeof answer === "string" ? answer : this.idOfPicture(answer);
  }

  idOfPicture(answer: Picture): string {
    const id = this.#ids.get(answer) ?? hash("sha1", JSON.stringify(answer), "base64url");
    this.#ids.set(answer, id);
    return id;
  }
}
