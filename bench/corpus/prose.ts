import type { Random } from "../random.ts";
import type { BlogContext } from "./blog-context.ts";
import type { Vocabulary } from "./words.ts";

export interface ProseHabits {
  readonly inlineCode: boolean;
}

export interface ProseOptions {
  readonly isChinese: boolean;
  readonly habits: ProseHabits;
  readonly context: BlogContext;
  /** Number of the post for which the text is written. Its links go to older posts. */
  readonly number: number;
  readonly random: Random;
}

/** Texts of one post. */
export interface Prose {
  /** Plain words without markup. */
  words(count: number): string;
  title(): string;
  /** A sentence, with links, code and emphasis as often as in real posts. */
  sentence(): string;
  /** A paragraph of about this many words. */
  paragraph(words: number): string;
  /** An identifier in code, made of English words. */
  identifier(): string;
}

const SENTENCE_MIN = 7;
const SENTENCE_SPREAD = 16;
/**
 * Probabilities per sentence, derived from an average post of 900 words in 60 sentences: 8.6 links
 * to other sites, 11.5 pieces of code in half of all posts, and 2.5 emphasized words.
 */
const OTHER_SITE = 0.16;
const INLINE_CODE = 0.48;
const EMPHASIS = 0.1;
/**
 * At the upper quartile of blogs, a post has 0.65 links from the root to other posts, 0.2 by
 * absolute address, 0.15 relative, and 0.02 broken.
 */
const FROM_ROOT = 0.9 / 45;
const OWN_ADDRESS = 0.2 / 45;
const BY_SLUG = 0.1 / 45;
const BY_FILE = 0.05 / 45;
const OTHER_PAGE = 0.1 / 45;
const BROKEN = 0.025 / 45;
/**
 * A link goes to one of the RECENT previous posts or, with the probability ANY_OLDER, to any older
 * post.
 */
const RECENT = 40;
const ANY_OLDER = 0.4;

export function createProse(vocabulary: Vocabulary, { isChinese, habits, context, number, random }: ProseOptions): Prose {
  const joint = isChinese ? "" : " ";
  const word = (): string => vocabulary.pick(random);
  const words = (count: number): string => Array.from({ length: count }, word).join(joint);
  const name = (): string => context.english.pick(random);
  const identifier = (): string => context.identifiers.pick(random);
  const older = (): string => {
    const back = random.next() < ANY_OLDER ? random.below(number + 1) : random.below(RECENT);
    return context.posts[Math.max(0, number - 1 - back)]?.slug ?? "";
  };
  const marks: readonly (readonly [rate: number, mark: (text: string) => string])[] = [
    [OTHER_SITE, (text) => `[${text}](https://${name()}.example/${name()}/${random.below(10_000)})`],
    [habits.inlineCode ? INLINE_CODE : 0, () => `\`${identifier()}\``],
    [EMPHASIS, (text) => random.pick([`*${text}*`, `**${text}**`])],
    [FROM_ROOT, (text) => `[${text}](/posts/${older()}/)`],
    [OWN_ADDRESS, (text) => `[${text}](https://corpus.example/posts/${older()}/)`],
    [BY_SLUG, (text) => `[${text}](../${older()}/)`],
    [BY_FILE, (text) => `[${text}](${older()}.md)`],
    [OTHER_PAGE, (text) => `[${text}](/tags/${random.pick(context.tags)}/)`],
    [BROKEN, (text) => `[${text}](${older()}-draft.md)`],
  ];
  const sentence = (): string => {
    const parts = Array.from({ length: SENTENCE_MIN + random.below(SENTENCE_SPREAD) }, word);
    for (const [rate, mark] of marks) {
      if (random.next() >= rate) continue;
      const at = random.below(parts.length);
      // Chinese emphasis needs spaces around it (CommonMark's flanking rules), and people also put
      // them around code.
      parts[at] = isChinese ? ` ${mark(parts[at] ?? "")} ` : mark(parts[at] ?? "");
      // People do not put one mark inside another.
      break;
    }
    const text = parts.join(joint).trim();
    return isChinese ? `${text}。` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  return {
    words,
    title: () => capitalize(words(3 + random.below(5))),
    sentence,
    paragraph(count) {
      const sentences = Math.max(1, Math.round(count / (SENTENCE_MIN + SENTENCE_SPREAD / 2)));
      return Array.from({ length: sentences }, sentence).join(joint);
    },
    identifier,
  };
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
