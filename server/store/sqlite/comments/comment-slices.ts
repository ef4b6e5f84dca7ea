import type { CommentSort } from "../../../../threads/public-comments.ts";
import type { CommentState } from "../../comment-types.ts";
import type { Connection } from "../store-context.ts";

export interface CommentRow {
  id: number;
  public_id: string;
  parent_id: number | null;
  hang_id: number | null;
  depth: number;
  state: CommentState;
  author_name: string | null;
  author_url: string | null;
  body: string | null;
  body_html: string | null;
  created_at: number;
  edited_at: number | null;
  reply_count: number;
  visible_count: number;
  is_author: number;
}

export const ROW_COLUMNS = `c.id, c.public_id, c.parent_id, c.hang_id, c.depth, c.state, c.author_name, c.author_url, c.body, c.body_html,
  c.created_at, c.edited_at, c.reply_count, c.visible_count, c.is_author`;
export const PARENT_COLUMN = "(SELECT public_id FROM comment WHERE id = c.parent_id) AS parent_public_id";

/**
 * The key of every hundredth row of a list is cached. Skipping a row costs about 0.1 µs, a page of
 * 20 about 100 µs.
 */
const STRIDE = 100;
/** Maximum number of lists to cache. At 10,000 comments, each has 100 keys. */
const LISTS_MAX = 256;

/**
 * Lists that can be paged: a post's threads in three orders, or everything shown below a comment.
 */
export type Sequence = CommentSort | "below";

/**
 * The statements of a sequence. Each reads one index (001-comments.ts) in order. They name the
 * index, because the planner would otherwise choose an index over all comments. `(SELECT ?)` and `?
 * + 0` hide a parameter's value from the planner. If SQLite could use the value (partial indexes,
 * joins, LIMIT), it would compile the statement again for every new value, which takes 20 to 70 µs.
 */
interface Statements {
  /** Takes owner (post or ancestor), limit, offset. */
  first: string;
  /** Takes owner, key, limit, offset. */
  from: string;
  /**
   * Finds the key `STRIDE` rows ahead: `firstKey` takes the owner and starts at the beginning,
   * `nextKey` takes owner and key.
   */
  firstKey: string;
  nextKey: string;
}

function threads(index: string, key: string, compare: ">=" | "<="): Statements {
  const source = `FROM comment AS c INDEXED BY ${index} WHERE post_id = (SELECT ?) AND depth = 0 AND visible = 1`;
  return statements(`SELECT ${ROW_COLUMNS} ${source}`, source, key, compare);
}

function statements(rows: string, keys: string, key: string, compare: ">=" | "<="): Statements {
  const columns = key.split(", ");
  const order = compare === ">=" ? key : columns.map((column) => `${column} DESC`).join(", ");
  const from = `AND (${key}) ${compare} (${columns.map(() => "?").join(", ")})`;
  const slice = `ORDER BY ${order} LIMIT ? + 0 OFFSET ? + 0`;
  const stride = `ORDER BY ${order} LIMIT 1 OFFSET ${STRIDE}`;
  return {
    first: `${rows} ${slice}`,
    from: `${rows} ${from} ${slice}`,
    firstKey: `SELECT ${key} ${keys} ${stride}`,
    nextKey: `SELECT ${key} ${keys} ${from} ${stride}`,
  };
}

const STATEMENTS: Record<Sequence, Statements> = {
  oldest: threads("comment_threads_by_time", "created_at, id", ">="),
  newest: threads("comment_threads_by_time", "created_at, id", "<="),
  popular: threads("comment_threads_by_replies", "reply_count, created_at, id", "<="),
  below: statements(
    `SELECT ${ROW_COLUMNS}, ${PARENT_COLUMN} FROM thread_member AS m JOIN comment AS c ON c.id = m.comment_id WHERE m.ancestor_id = (SELECT ?)`,
    "FROM thread_member AS m WHERE m.ancestor_id = (SELECT ?)",
    "m.created_at, m.comment_id",
    ">=",
  ),
};

export interface Slice {
  sequence: Sequence;
  /** The row id of the post or the ancestor. */
  owner: number;
  /** The version of the post's comments. As long as it is the same, so is every list. */
  version: number;
  offset: number;
  take: number;
}

export interface SliceReader {
  read<Row extends CommentRow>(slice: Slice): Row[];
}

/**
 * Reads any page of a list at the cost of the first page. It caches some keys of each list in use,
 * until the post's version changes.
 */
export function createSliceReader(connection: Connection): SliceReader {
  const lists = new Map<string, number[][]>();

  const findKeys = ({ sequence, owner, version, offset }: Slice): number[][] => {
    const name = `${sequence} ${owner} ${version}`;
    const keys = lists.get(name) ?? [];
    lists.delete(name);
    lists.set(name, keys);
    for (const oldest of lists.keys()) {
      if (lists.size <= LISTS_MAX) break;
      lists.delete(oldest);
    }
    const { firstKey, nextKey } = STATEMENTS[sequence];
    while (keys.length < Math.floor(offset / STRIDE)) {
      const last = keys.at(-1);
      const next = connection.get<Record<string, number>>(last === undefined ? firstKey : nextKey, owner, ...(last ?? []));
      if (next === undefined) break;
      keys.push(Object.values(next));
    }
    return keys;
  };

  return {
    read: <Row extends CommentRow>(slice: Slice) => {
      const { first, from } = STATEMENTS[slice.sequence];
      const { owner, offset, take } = slice;
      const stride = Math.floor(offset / STRIDE);
      const key = stride === 0 ? undefined : findKeys(slice)[stride - 1];
      if (key === undefined) return connection.all<Row>(first, owner, take, offset);
      return connection.all<Row>(from, owner, ...key, take, offset - stride * STRIDE);
    },
  };
}
