/** Names of texts that are about a repository, and no posts. */
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
