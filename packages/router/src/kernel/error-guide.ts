import type { ErrorCode } from "./errors.ts";

/** The meaning of an error code and its remedy, for the documentation. */
export interface ErrorGuide {
  meaning: string;
  remedy: string;
}

/** Explains every error code. The statuses are in errors.ts. */
export const errorGuide: Record<ErrorCode, ErrorGuide> = {
  MalformedRequest: {
    meaning:
      "The body is not JSON, a query parameter is unknown or has a wrong value, the address is wrongly encoded, or an upload was cut off.",
    remedy: "Read `detail` and `errors`: each names the parameter as `?name`. Nothing was changed.",
  },
  Unauthorized: {
    meaning: "There is no valid API key in the call: it is missing, misspelled, expired or revoked.",
    remedy: "Send `Authorization: Bearer hs_…` with a key that is in force.",
  },
  InsufficientScope: {
    meaning: "The key is valid, but does not allow this call.",
    remedy: "Use a key with the scope that `scope` names, or one that is not limited to named retailers.",
  },
  RouteNotFound: {
    meaning: "There is no such address.",
    remedy: "Compare the path with the reference; ids and barcodes in it must be URL-encoded.",
  },
  RetailerNotFound: {
    meaning: "There is no retailer with this id that your key opens.",
    remedy: "Take the id from GET /retailers, called with the same key.",
  },
  StoreNotFound: {
    meaning: "The retailer has no store with this id.",
    remedy: "Take the id from GET /retailers/{retailerId}/stores.",
  },
  ProductNotFound: {
    meaning: "No store in the call's scope has an item with this barcode.",
    remedy: "Send the stock first, or POST a customization: it may name an item that does not exist yet.",
  },
  CustomizationNotFound: {
    meaning: "There is no such customization.",
    remedy: "Take the id from GET /retailers/{retailerId}/inventory/customizations.",
  },
  ChannelNotEnabled: {
    meaning: "The channel is not enabled for this store.",
    remedy: "Enable it by POST /retailers/{retailerId}/stores/{storeId}/channels.",
  },
  DeliveryNotFound: {
    meaning: "The store's log has no event with this sequence.",
    remedy: "Take the sequence from the list of deliveries; it is kept for 30 days.",
  },
  IngestNotFound: {
    meaning: "There is no ingest with this id.",
    remedy: "Take the id from the list of ingests.",
  },
  KeyNotFound: {
    meaning: "There is no API key with this id.",
    remedy: "Take the id from GET /keys: it is not the key itself.",
  },
  HistoryEntryNotFound: {
    meaning: "The retailer's history has no such entry.",
    remedy: "Take the id from GET /retailers/{retailerId}/history.",
  },
  WidgetNotFound: {
    meaning: "No store has a widget with this token.",
    remedy: "Take `widgetToken` from the store: GET /retailers/{retailerId}/stores/{storeId}.",
  },
  MethodNotAllowed: {
    meaning: "The address exists, but does not take this method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  SearchChannelNotConnected: {
    meaning: "Local ads run from the search channel's listings, and the store's search channel is not connected.",
    remedy: "Wait for `channel.update` with status `connected`; the search channel's warnings say what is missing.",
  },
  InsufficientInStockProducts: {
    meaning: "Local ads need at least 50 products in stock.",
    remedy: "Send the store's whole stock; `required` and `actual` say how far it is.",
  },
  ChannelInUse: {
    meaning: "A channel still stands in the way: of removing the store, or of changing the channel that it rests on.",
    remedy: "Remove that channel first. Local ads go at the store's next midnight.",
  },
  RetailerNotEmpty: {
    meaning: "The retailer still has stores.",
    remedy: "Delete its stores first.",
  },
  ExternalIdTaken: {
    meaning: "Another resource has this `externalId` already.",
    remedy: "Use the existing one (list with `?externalId=…`), or another `externalId`.",
  },
  IdempotencyKeyInUse: {
    meaning: "A call with the same `Idempotency-Key` is still under way.",
    remedy: "Wait a moment and repeat the same call: it gets the first one's answer.",
  },
  QuotaExceeded: {
    meaning: "The partner has reached its limit of retailers, stores, API keys, connected sources or staff roles.",
    remedy:
      "Remove unused records, or ask the operator for a higher limit. `quota` names the limit; `limit` and `actual` are counts.",
  },
  IngestNotHeld: {
    meaning: "Only a held feed can be accepted, and this one is not, or no longer.",
    remedy: "Look at its `status`. A newer feed takes the place of a held one.",
  },
  ChangedSince: {
    meaning: "The resource has changed since the entry that was to be reverted.",
    remedy: "Read it, and edit it as it should be now.",
  },
  DeliverySuperseded: {
    meaning: "A newer event of the same item, source or channel exists; an older state is never sent after it.",
    remedy: "Redeliver the event that `newerSequence` names.",
  },
  EventsExpired: {
    meaning: "The events behind this position are older than 30 days and gone.",
    remedy: "Read all items of the store, then follow the events from their head.",
  },
  PreconditionFailed: {
    meaning: "The resource is no longer the version that `If-Match` names.",
    remedy: "Read it again, and repeat the change with its new ETag.",
  },
  PayloadTooLarge: {
    meaning: "The body is larger than the call takes: 1 MiB, 16 MiB for batches, 200 MiB for feeds.",
    remedy: "Send less at once.",
  },
  UnsupportedMediaType: {
    meaning: "The body is not of a type that the call takes.",
    remedy: "Send `Content-Type: application/json`; feeds take any type but multipart.",
  },
  ValidationFailed: {
    meaning: "The body is JSON, but not as the call takes it: a field is missing, unknown or has a wrong value.",
    remedy: "Each entry of `errors` points to a field (a JSON Pointer) and says what it must be. Nothing was changed.",
  },
  IncompleteCustomData: {
    meaning: "A product with data of its own needs all four: title, description, brand and at least one image.",
    remedy: "Send the fields that `errors` names as well, or clear them all with null.",
  },
  ChannelNotEnabledForStore: {
    meaning:
      "`channels` names a channel that is not enabled where the edit applies: in its store or, for an edit of all stores, in any store.",
    remedy: "Enable it by POST /retailers/{retailerId}/stores/{storeId}/channels, or leave it out of `channels`.",
  },
  UnknownChannel: {
    meaning: "There is no channel of this name.",
    remedy: "Use an id from GET /channels.",
  },
  UnknownProvider: {
    meaning: "There is no inventory provider of this id.",
    remedy: "Use an id from GET /inventory/providers.",
  },
  UnrecognisedFeed: {
    meaning: "The feed's header does not name a barcode, a price and a quantity.",
    remedy: "Rename the columns: `detail` says which were seen and which are missing.",
  },
  FeedTooComplex: {
    meaning:
      "The feed exceeds a limit on lines, memory or processor time, or the file unpacks to more than 100 times its size.",
    remedy: "`detail` names the limit. Send a plain CSV file, or several smaller files. The stock does not change.",
  },
  IdempotencyKeyReused: {
    meaning: "This `Idempotency-Key` was used for a different call in the last 24 hours.",
    remedy: "Make a new key for each new call, and repeat a call with the same bytes.",
  },
  RateLimited: {
    meaning: "The key makes more calls than its limit allows.",
    remedy: "Wait for the seconds in `Retry-After`; the `RateLimit` header says what is left.",
  },
  HeadersTooLarge: {
    meaning: "The address and headers of the call are larger than 16 KiB.",
    remedy: "Send shorter ones.",
  },
  InternalError: {
    meaning: "Something went wrong on our side. Nothing was changed.",
    remedy: "Repeat the call; if it persists, tell us the `requestId`.",
  },
  Unavailable: {
    meaning: "The service cannot answer for a moment.",
    remedy: "Repeat the call after the seconds in `Retry-After`, with the same `Idempotency-Key`.",
  },
};
