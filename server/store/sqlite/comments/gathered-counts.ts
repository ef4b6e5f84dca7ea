import type { Connection } from "../store-context.ts";
import { addCounts, addToPost, type CountedNode, type CountedTree, findNode } from "./comment-visibility.ts";

interface Steps {
  replies: number;
  visible: number;
}

interface PostSteps {
  comments: number;
  threads: number;
}

/**
 * Collects changes of counts, so that a thread's first comment and its post are written once and
 * not with every reply.
 */
export interface GatheredCounts extends CountedTree {
  /** Adds a comment that was inserted in this transaction. */
  add(node: CountedNode): void;
  /** Call it once, in the same transaction. */
  flush(): void;
}

export function createGatheredCounts(connection: Connection): GatheredCounts {
  const nodes = new Map<number, CountedNode>();
  const steps = new Map<number, Steps>();
  const posts = new Map<number, PostSteps>();
  const listed: { readonly ancestor: number; readonly at: number; readonly id: number }[] = [];

  const find = (id: number): CountedNode => {
    const node = nodes.get(id) ?? findNode(connection, id);
    nodes.set(id, node);
    return node;
  };

  return {
    find,
    add: (node) => void nodes.set(node.id, node),
    addCounts: (id, publicStep, visibleStep) => {
      const node = find(id);
      nodes.set(id, { ...node, reply_count: node.reply_count + publicStep });
      const { replies, visible } = steps.get(id) ?? { replies: 0, visible: 0 };
      steps.set(id, { replies: replies + publicStep, visible: visible + visibleStep });
    },
    list: (id, isShown) => {
      if (!isShown) throw new Error("adding comments cannot hide one");
      const { created_at: at, hang_id: hangId } = find(id);
      for (let ancestor = hangId; ancestor !== null; ancestor = find(ancestor).hang_id) listed.push({ ancestor, at, id });
    },
    addToPost: (id, { comments, threads }) => {
      const before = posts.get(id) ?? { comments: 0, threads: 0 };
      posts.set(id, { comments: before.comments + comments, threads: before.threads + threads });
    },
    flush: () => {
      for (const [id, { replies, visible }] of steps) addCounts(connection, id, replies, visible);
      for (const { ancestor, at, id } of listed)
        connection.run("INSERT INTO thread_member (ancestor_id, created_at, comment_id) VALUES (?, ?, ?)", ancestor, at, id);
      for (const [id, post] of posts) addToPost(connection, id, { ...post, versions: 1 });
    },
  };
}
