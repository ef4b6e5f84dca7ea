import type { FindTitle, ReportModel } from "./report-model.ts";

/** The same report with the titles that are known. */
export async function nameReport(report: ReportModel, findTitle: FindTitle): Promise<ReportModel> {
  const posts = report.posts.map(async (post) => ({ ...post, title: post.title ?? (await findTitle(post.slug, "posts")) }));
  const others = report.others.map(async (other) => ({ ...other, title: other.title ?? (await findTitle(other.value, "others")) }));
  return { ...report, posts: await Promise.all(posts), others: await Promise.all(others) };
}
