import { registerChannelKinds } from "./core/channels/index.ts";
import { localAdsChannel } from "./features/local-ads/index.ts";
import { searchChannel } from "./features/search/index.ts";
import { webhooksChannel } from "./features/webhooks/index.ts";

// Every process that runs verbs imports this file through router.ts. Tests import it through testing/context.ts.
registerChannelKinds({ search: searchChannel, local_ads: localAdsChannel, webhooks: webhooksChannel });
