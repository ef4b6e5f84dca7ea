/**
 * Counts stored beside the rows that they count. Each query returns the rows whose count is wrong:
 * `what`, `stored`, `counted`.
 */
export const COUNT_CHECKS: readonly string[] = [
  `SELECT 'comments of ' || slug AS what, comment_count AS stored,
     (SELECT count(*) FROM comment WHERE post_id = post.id AND state = 'approved') AS counted FROM post`,
  `SELECT 'threads of ' || slug AS what, thread_count AS stored,
     (SELECT count(*) FROM comment WHERE post_id = post.id AND depth = 0 AND visible = 1) AS counted FROM post`,
  `SELECT 'likes of ' || slug AS what, like_count AS stored,
     (SELECT count(*) FROM post_like WHERE post_id = post.id AND liked = 1) AS counted FROM post`,
  `SELECT 'replies to ' || public_id AS what, reply_count AS stored,
     (SELECT coalesce(sum(reply.reply_count + (reply.state = 'approved')), 0) FROM comment AS reply WHERE reply.parent_id = comment.id) AS counted
   FROM comment`,
  `SELECT 'visible replies to ' || public_id AS what, visible_count AS stored,
     (SELECT coalesce(sum(reply.visible_count + reply.visible), 0) FROM comment AS reply WHERE reply.parent_id = comment.id) AS counted
   FROM comment`,
  `SELECT 'replies listed below ' || public_id AS what, visible_count AS stored,
     (SELECT count(*) FROM thread_member WHERE ancestor_id = comment.id) AS counted FROM comment WHERE depth < 5`,
];
