/**
 * Raise it with any change to what `renderComment` gives for any text: comments rendered by another version are rendered again from their source.
 * A golden test holds it to the output. By itself, because the renderer takes time and memory to load.
 */
export const SANITIZER_VERSION = 1;
