import { registerChannelKinds } from "./core/channels/index.ts";
import { localAdsChannel } from "./features/local-ads/index.ts";
import { searchChannel } from "./features/search/index.ts";
import { checkWebhookUrl, enableWebhooks, removeWebhooks } from "./features/webhooks/index.ts";

// Every process that runs verbs imports this file through router.ts. Tests import it through testing.ts.
registerChannelKinds({
  search: searchChannel,
  local_ads: localAdsChannel,
  webhooks: {
    checkParameters: (ctx, { webhookUrl }: { webhookUrl: string }) => checkWebhookUrl(webhookUrl, ctx.settings),
    enable: enableWebhooks,
    remove: async (ctx, store) => {
      await removeWebhooks(ctx, store);
      return null;
    },
  },
});
