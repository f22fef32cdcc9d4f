import { createCaller, dryRunFeed, withCommitGuard } from "@highstreet/router";
import { answerInLines } from "../../../../../../../server/feeds/answer-in-lines.ts";
import { bytesOf } from "../../../../../../../server/feeds/bytes-of.ts";
import { columnsIn } from "../../../../../../../server/feeds/columns-in.ts";
import type { FeedProgress, FeedResult } from "../../../../../../../server/feeds/feed-answer.ts";
import { storeRoute } from "../../../../../../../server/staff-route.ts";

type Params = { retailerId: string; storeId: string };

/**
 * Takes in a stock file. `?mode=replace` takes all other items out of stock. Answers in lines: the number of read lines, then the
 * ingest. `?dryRun=true` answers with the effects. A cancelled upload changes nothing. Pages of other sites cannot call this route:
 * browsers send a preflight before a PUT, which this route refuses.
 */
export const PUT = storeRoute<Params>("putStock", async ({ request, params, ctx }) => {
  const asked = new URL(request.url).searchParams;
  const { signal } = request;
  const input = {
    ...params,
    mode: asked.get("mode") === "replace" ? ("replace" as const) : ("update" as const),
    columns: columnsIn(asked),
    feed: bytesOf(request),
  };
  return answerInLines<FeedProgress, FeedResult>(signal, async (say) => {
    const telling = { ...ctx, onLines: (lines: number) => say({ lines }) };
    if (asked.get("dryRun") === "true") {
      const rehearsed = await dryRunFeed(telling, params, input.feed, (inside, feed) =>
        createCaller(inside).inventory.putStock({ ...input, feed }),
      );
      return { ingest: rehearsed.response, events: rehearsed.affected.counts.events };
    }
    const wanted = withCommitGuard(telling, async () => signal.throwIfAborted());
    return { ingest: await createCaller(wanted).inventory.putStock(input) };
  });
});
