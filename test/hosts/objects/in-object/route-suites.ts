/** Suites of the routes, which need no file. Each registers its tests. */

import "../../../server/app.test.ts";
import "../../../server/moderation/moderation-routes.test.ts";
import "../../../server/owner/http/owner-routes.test.ts";
import "../../../server/routes/comment-routes.test.ts";
import "../../../server/routes/count-routes.test.ts";
import "../../../server/routes/daily-totals.test.ts";
import "../../../server/routes/engagement-routes.test.ts";
import "../../../server/routes/inquiry-routes.test.ts";
import "../../../server/routes/like-routes.test.ts";
import "../../../server/routes/recent-comment-routes.test.ts";
