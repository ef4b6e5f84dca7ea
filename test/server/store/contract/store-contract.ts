import { describe } from "vitest";
import type { OpenStore } from "../helpers.ts";
import { describeBans } from "./ban-contract.ts";
import { describeDecisions } from "./comment-decision-contract.ts";
import { describeLists } from "./comment-list-contract.ts";
import { describeModel } from "./comment-model-contract.ts";
import { describePages } from "./comment-page-contract.ts";
import { describePlaces } from "./comment-place-contract.ts";
import { describeSubmissions } from "./comment-submission-contract.ts";
import { describeEngagement } from "./engagement-contract.ts";
import { describeEngagementReports } from "./engagement-report-contract.ts";
import { describeInquiries } from "./inquiry-contract.ts";
import { describeLikes } from "./like-contract.ts";
import { describeNotices } from "./notice-contract.ts";
import { describePosts } from "./post-contract.ts";
import { describePrivacy } from "./privacy-contract.ts";
import { describeReads } from "./read-contract.ts";
import { describeShown } from "./shown-contract.ts";
import { describeSubscriptions } from "./subscription-contract.ts";
import { describeTransfers } from "./transfer-contract.ts";
import { describeUpkeep } from "./upkeep-contract.ts";

/**
 * Promises of server/store/store.ts that every engine keeps. An engine's own test file calls this
 * with a function that opens a fresh store. That file also contains the tests of the engine's
 * files, statements and crashes.
 */
export function describeStore(open: OpenStore): void {
  describe("comments: submissions", () => describeSubmissions(open));
  describe("comments: decisions", () => describeDecisions(open));
  describe("comments: pages", () => describePages(open));
  describe("comments: places, the newest, the owner's replies", () => describePlaces(open));
  describe("comments: everything shown", () => describeShown(open));
  describe("comments: the owner's lists", () => describeLists(open));
  describe("comments: transfers", () => describeTransfers(open));
  describe("comments: model", () => describeModel(open));
  describe("likes", () => describeLikes(open));
  describe("posts and counts", () => describePosts(open));
  describe("bans and spam words", () => describeBans(open));
  describe("inquiries", () => describeInquiries(open));
  describe("notices", () => describeNotices(open));
  describe("engagement", () => describeEngagement(open));
  describe("engagement: reports", () => describeEngagementReports(open));
  describe("privacy", () => describePrivacy(open));
  describe("reply notices", () => describeSubscriptions(open));
  describe("reads", () => describeReads(open));
  describe("upkeep", () => describeUpkeep(open));
}
