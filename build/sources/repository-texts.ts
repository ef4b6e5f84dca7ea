/** Names of texts about a repository. They are not posts. */
export const REPOSITORY_TEXTS = [
  "README",
  "LICENSE",
  "LICENCE",
  "CHANGELOG",
  "CONTRIBUTING",
  "CODE_OF_CONDUCT",
  "SECURITY",
  "AGENTS",
  "CLAUDE",
] as const;
