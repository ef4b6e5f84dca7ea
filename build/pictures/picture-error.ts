export type PictureErrorCode =
  | "missing-picture"
  | "unreadable-picture"
  | "not-a-picture"
  | "unsupported-picture"
  | "damaged-picture"
  | "picture-too-large"
  | "unsafe-svg"
  | "located-film";

/**
 * The reason why a picture cannot be published. `message` describes the problem ("is damaged") and
 * `hint` the remedy; neither names the file.
 */
export class PictureError extends Error {
  override readonly name = "PictureError";
  readonly code: PictureErrorCode;
  readonly hint: string;

  constructor(code: PictureErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}

/** The file is truncated or broken. */
export function damagedPicture(cause: unknown): PictureError {
  return new PictureError(
    "damaged-picture",
    "is damaged or truncated",
    "copy the picture again from its source, or open it in an image editor and save it again",
    { cause },
  );
}
