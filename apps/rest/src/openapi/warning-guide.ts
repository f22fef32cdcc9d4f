import type { WarningId } from "@highstreet/router/core/channels/channel.schema.ts";
import type { ErrorGuide } from "./error-guide.ts";

const weAct = "Nothing: we try again.";

/** Who has the warning, and what it means. The message of a warning says more about its case. */
export const warningGuide: Record<WarningId, ErrorGuide & { of: string }> = {
  FeedRefused: {
    of: "source",
    meaning:
      "The last file was refused as a whole: its header was not understood, or it had no valid line. The stock stays as it was, and the source is `invalid`.",
    remedy:
      "Read the reason in the message and send a correct file. The warning ends with the next good feed, or when the source is connected or disconnected. A PATCH does not end it.",
  },
  FeedHeld: {
    of: "source",
    meaning:
      "The last file would take more than half of at least 20 products out of stock, so it waits. The stock stays as it was.",
    remedy: "If the file is right, `POST …/ingests/{ingestId}/accept`. Otherwise `…/discard`, or send a correct file.",
  },
  FeedNotFetched: {
    of: "source",
    meaning:
      "We could not fetch the file from your address, or could not read the connected shop system. Status and stock stay as they are.",
    remedy:
      "Correct what the message names. We try again after 1, 2, 4, … minutes, at most a day apart. To try at once, connect the source again.",
  },
  ConnectionFailed: {
    of: "connection",
    meaning:
      "The last pull of the shop system failed: it refused the credential, did not answer, or was beyond a limit. The stock stays as it was.",
    remedy:
      "Correct what the message names, or save the connection with a new credential. We try again after 1, 2, 4, … minutes, at most an hour apart.",
  },
  AwaitingSearchBusinessAccess: {
    of: "search",
    meaning: "We have no access to the location in the business profile yet, or it was removed.",
    remedy:
      "The owner of the profile invites `parameters.businessAccountId` to the location as a manager. If other businesses may name the location, the owner also adds `parameters.verificationCode` to the labels of the profile.",
  },
  LocationUnavailable: {
    of: "search",
    meaning: "The location cannot be linked to this store, because another store has it or claims it.",
    remedy:
      "Check `parameters.locationId`. If the location belongs to this store, its owner adds `parameters.verificationCode` to the labels of the profile.",
  },
  BusinessProfileNotReady: {
    of: "search",
    meaning: "The business profile is in review, not verified, a duplicate or suspended. The message says which.",
    remedy: "Wait for a review. Otherwise the owner of the profile acts at Google.",
  },
  StoreCodeMismatch: {
    of: "search",
    meaning: "The profile has another store code than the one that was given. We never overwrite a code.",
    remedy: "Enable the channel with the code in the message, or without a code.",
  },
  StoreCodeTaken: {
    of: "search",
    meaning: "Another location of the account has the given store code.",
    remedy: "Enable the channel with another code, or without one.",
  },
  StoreNotMatched: {
    of: "search",
    meaning:
      "The search engine finds no business profile for the store. Mostly the addresses here and in the profile differ.",
    remedy: "Make name and address the same here and in the profile. The message has the reason.",
  },
  SearchMerchantCenterPending: {
    of: "search",
    meaning:
      "We send the items of the store, and the search engine checks them. The channel is `pending` until it shows them.",
    remedy: "Wait: this takes up to 5 days.",
  },
  SearchSetupRefused: {
    of: "search",
    meaning: "The search engine refused the store. The message has its words.",
    remedy: "Correct the store or its profile as the message says.",
  },
  SearchServiceUnavailable: {
    of: "search",
    meaning: "The search engine did not answer three times in a row. No change is lost.",
    remedy: weAct,
  },
  SearchQuotaExceeded: {
    of: "search",
    meaning: "The search engine takes no more calls from us at the moment. No change is lost.",
    remedy: "Nothing: we go on as soon as it takes calls.",
  },
  SwisWidgetNotSeenRecently: {
    of: "search",
    meaning: "The channel is connected, but nobody saw the in-store widget for a week.",
    remedy: "Check the page with the widget. A sighting ends the warning at once.",
  },
  SearchChannelNotConnected: {
    of: "local_ads",
    meaning: "The ads pause, because the search channel of the store is not connected.",
    remedy: "Solve the warnings of the search channel.",
  },
  StoreLocationUnknown: {
    of: "local_ads",
    meaning: "The ads pause, because the place of the store is unknown.",
    remedy: "Give the store a latitude and a longitude.",
  },
  BudgetChangeDelayed: {
    of: "local_ads",
    meaning: "The ads service has not taken a budget that is due. The previous budget counts until then.",
    remedy: "Nothing: we send it again.",
  },
  AdsSetupRefused: {
    of: "local_ads",
    meaning: "The ads service refuses the ads. The message has its words.",
    remedy: "Correct what the message names.",
  },
  AdsServiceUnavailable: {
    of: "local_ads",
    meaning: "The ads service did not answer three times in a row. No change is lost.",
    remedy: weAct,
  },
  WebhookVerificationFailed: {
    of: "webhooks",
    meaning:
      "The address has not answered our first call (`webhook.enabled`) with a 2xx. The channel is `pending`, and no event is sent.",
    remedy:
      "Answer `webhook.enabled` with a 2xx. We call again after 30 seconds, 5 minutes and 30 minutes, then every hour. `POST …/channels/webhooks/test` calls at once.",
  },
  WebhookEndpointFailing: {
    of: "webhooks",
    meaning:
      "Ten calls in a row failed over at least a minute. The address gets one call every 30 seconds, and its events wait.",
    remedy:
      "Repair the receiver. The first 2xx ends the warning, also that of a test call. Then the events that wait are sent.",
  },
  WebhookReceiverDown: {
    of: "webhooks",
    meaning:
      "The server of the address answers no store, so the events of all its stores wait. No retry counts as used.",
    remedy: "Bring the server back. We try it again and again, and send all events in order when it answers.",
  },
  WebhookDeliveriesFailed: {
    of: "webhooks",
    meaning: "In the last 24 hours we gave up at least one event, after four calls or 30 days.",
    remedy:
      "Find it with `GET …/channels/webhooks/deliveries?status=failed`, and send it again with `POST …/redeliveries`. The warning ends after 24 hours.",
  },
  StorePaused: {
    of: "each channel",
    meaning:
      "A person has paused the store, or this channel of it. It shows no product of the store until the pause ends.",
    remedy:
      'Nothing: `pause` of the store\'s record says until when. `PATCH …/shelf` with `{"pause": null}` ends it now.',
  },
};

export const warningsText = Object.entries(warningGuide)
  .map(([id, { of, meaning, remedy }]) => `- \`${id}\` (${of}): ${meaning} What to do: ${remedy}`)
  .join("\n");
