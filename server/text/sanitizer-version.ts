/**
 * Increase it with any change to the output of `renderComment`, so that stored comments are
 * rendered again. A golden test enforces this. It has its own file, because the renderer takes time
 * and memory to load.
 */
export const SANITIZER_VERSION = 1;
