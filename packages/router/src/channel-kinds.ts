import { registerChannelKinds } from "./core/channels/index.ts";
import type { WebhooksParameters } from "./features/channels/parameters.schema.ts";
import { localAdsChannel } from "./features/local-ads/index.ts";
import { searchChannel } from "./features/search/index.ts";
import { checkWebhookUrl, enableWebhooks, readSecrets, removeWebhooks } from "./features/webhooks/index.ts";

// Every process that runs verbs imports this file through router.ts. Tests import it through testing.ts.
registerChannelKinds({
  search: searchChannel,
  local_ads: localAdsChannel,
  webhooks: {
    checkParameters: async (ctx, { webhookUrl }: Partial<WebhooksParameters>) => {
      if (webhookUrl !== undefined) await checkWebhookUrl(webhookUrl, ctx.settings);
    },
    readSecrets,
    enable: enableWebhooks,
    remove: async (ctx, store) => {
      await removeWebhooks(ctx, store);
      return null;
    },
  },
});
