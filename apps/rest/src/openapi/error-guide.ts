import type { ErrorCode } from "@highstreet/router";

export interface ErrorGuide {
  meaning: string;
  remedy: string;
}

/** The statuses are in errors.ts. */
export const errorGuide: Record<ErrorCode, ErrorGuide> = {
  MalformedRequest: {
    meaning:
      "The body is not JSON, a query parameter is unknown or has a wrong value, the address has a wrong encoding, or an upload broke.",
    remedy: "Read `detail` and `errors`: each names the parameter as `?name`. Nothing was changed.",
  },
  Unauthorized: {
    meaning: "The call has no valid API key. The key is missing, misspelled, expired or revoked.",
    remedy: "Send `Authorization: Bearer hs_…` with a valid key.",
  },
  InsufficientScope: {
    meaning: "The key is valid, but does not allow this call.",
    remedy: "Use a key with the scope in `scope`, or a key that is not limited to named retailers.",
  },
  RouteNotFound: {
    meaning: "The address does not exist.",
    remedy: "Compare the path with the reference; ids and barcodes in it must be URL-encoded.",
  },
  RetailerNotFound: {
    meaning: "Your key can use no retailer with this id.",
    remedy: "Take the id from GET /retailers, called with the same key.",
  },
  StoreNotFound: {
    meaning: "The retailer has no store with this id.",
    remedy: "Take the id from GET /retailers/{retailerId}/stores.",
  },
  ProductNotFound: {
    meaning: "No store in the call's scope has an item with this barcode.",
    remedy: "Send the stock first, or POST a customization, which can name an item that does not exist yet.",
  },
  CustomizationNotFound: {
    meaning: "The customization does not exist.",
    remedy: "Take the id from GET /retailers/{retailerId}/inventory/customizations.",
  },
  ChannelNotEnabled: {
    meaning: "The channel is not enabled for this store.",
    remedy: "Enable it by POST /retailers/{retailerId}/stores/{storeId}/channels.",
  },
  ConnectionNotFound: {
    meaning: "The retailer has no connection to this shop system.",
    remedy: "List them with GET …/connections, or connect the shop system with POST …/connections.",
  },
  DeliveryNotFound: {
    meaning: "The store's log has no event with this sequence.",
    remedy: "Take the sequence from the list of deliveries, which covers 30 days.",
  },
  EndpointNotFound: {
    meaning: "There is no webhook endpoint with this id, or it has another owner.",
    remedy: "Take the id from GET /webhook-endpoints, or from GET /retailers/{retailerId}/webhook-endpoints.",
  },
  IngestNotFound: {
    meaning: "There is no ingest with this id.",
    remedy: "Take the id from the list of ingests.",
  },
  KeyNotFound: {
    meaning: "There is no API key with this id.",
    remedy: "Take the id from GET /keys. The id is not the key itself.",
  },
  HistoryEntryNotFound: {
    meaning: "The retailer's history has no entry with this id.",
    remedy: "Take the id from GET /retailers/{retailerId}/history.",
  },
  OperationNotFound: {
    meaning: "The retailer has no operation with this id.",
    remedy: "Take `operationId` from an entry of GET /retailers/{retailerId}/history.",
  },
  StockFileNotFound: {
    meaning: "The retailer has no stock file of several stores with this id. Old files are removed.",
    remedy: "Take the id from the answer of PUT /retailers/{retailerId}/inventory/stock.",
  },
  WidgetNotFound: {
    meaning: "No store has a widget with this token.",
    remedy: "Take `widgetToken` from the store: GET /retailers/{retailerId}/stores/{storeId}.",
  },
  MethodNotAllowed: {
    meaning: "The address exists, but does not support this method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  SearchChannelNotConnected: {
    meaning: "Local ads run from the search channel's listings, and the store's search channel is not connected.",
    remedy: "Wait for `channel.update` with status `connected`. The search channel's warnings have the missing step.",
  },
  InsufficientInStockProducts: {
    meaning: "Local ads need at least 50 products in stock.",
    remedy: "Send the store's whole stock. `required` and `actual` have the counts.",
  },
  ChannelInUse: {
    meaning:
      "A channel still exists that prevents the removal of the store, or a change of the channel that it depends on.",
    remedy: "Remove that channel first. Local ads end at the store's next midnight.",
  },
  StoreCodeMismatch: {
    meaning: "The business profile of the location has another store code than the call.",
    remedy: "Enable the channel with the code in `storeCode`, or without a code.",
  },
  RetailerNotEmpty: {
    meaning: "The retailer still has stores.",
    remedy: "Delete its stores first.",
  },
  ExternalIdTaken: {
    meaning: "Another resource has this `externalId` already.",
    remedy: "Use the existing resource (list with `?externalId=…`), or another `externalId`.",
  },
  IdempotencyKeyInUse: {
    meaning: "A call with the same `Idempotency-Key` still runs.",
    remedy: "Wait a moment and repeat the same call. The answer is that of the first call.",
  },
  QuotaExceeded: {
    meaning:
      "The partner, the retailer or the store has reached a limit, such as that of stores, API keys, rules or webhook endpoints.",
    remedy:
      "Remove unused records, or ask the operator for a higher limit. `quota` names the limit; `limit` and `actual` are counts.",
  },
  NotTestRetailer: {
    meaning: "The retailer is live, and only a test retailer has a test clock.",
    remedy: "Make a test key (`isTest`), and create a retailer with it.",
  },
  IngestNotHeld: {
    meaning: "Only a held feed can be accepted or discarded. This feed is not held.",
    remedy: "Read its `status`. A newer feed replaces a held feed.",
  },
  RuleNotFound: {
    meaning: "The retailer has no rule with this id, or the rule is of another store.",
    remedy: "Read the list of rules.",
  },
  PreviewRequired: {
    meaning: "A rule is saved without a look at what it does.",
    remedy: "Make the call with `?dryRun=true`, and send its `response.plan.preview` as `preview` with the same body.",
  },
  IngestNotUndoable: {
    meaning: "The feed cannot be undone: it changed nothing, it was undone before, or 24 hours have passed.",
    remedy: "Read its `undoUntil` and `undoneAt`. Send a correct feed.",
  },
  ChangedSince: {
    meaning: "The resource has changed after the entry to revert, or after the dry run of a bulk edit or a rule.",
    remedy: "Read the resource, and make a new edit. For a bulk edit or a rule, begin with a new dry run.",
  },
  DeliverySuperseded: {
    meaning:
      "A newer event of the same item, source or channel exists. An older state is never sent after a newer one.",
    remedy: "Redeliver the event in `newerSequence`.",
  },
  EventsExpired: {
    meaning: "The events after this position are older than 30 days and were removed.",
    remedy: "Read all items of the store, then follow the events from the end of the log.",
  },
  PreconditionFailed: {
    meaning: "The resource no longer has the version in `If-Match`.",
    remedy: "Read the resource again, and repeat the change with its new ETag.",
  },
  PayloadTooLarge: {
    meaning: "The body is larger than the limit: 1 MiB, 16 MiB for batches, 200 MiB for feeds.",
    remedy: "Send a smaller body.",
  },
  UnsupportedMediaType: {
    meaning: "The call does not accept this type of body.",
    remedy: "Send `Content-Type: application/json`. Feeds can have any type except multipart.",
  },
  ValidationFailed: {
    meaning: "The body is JSON, but a field is missing, unknown or has a wrong value.",
    remedy: "Each entry of `errors` has a field (a JSON Pointer) and the rule for its value. Nothing was changed.",
  },
  IncompleteCustomData: {
    meaning: "The edit adds a description, a brand or images to a product that has no title in any store of the edit.",
    remedy: "Send also a `title`, or send product data with a title first.",
  },
  ChannelNotEnabledForStore: {
    meaning:
      "`channels` names a channel that is not enabled where the edit applies: in its store or, for an edit of all stores, in any store.",
    remedy: "Enable it by POST /retailers/{retailerId}/stores/{storeId}/channels, or leave it out of `channels`.",
  },
  UnknownChannel: {
    meaning: "There is no channel with this name.",
    remedy: "Use an id from GET /channels.",
  },
  UnknownProvider: {
    meaning: "There is no inventory provider with this id.",
    remedy: "Use an id from GET /inventory/providers.",
  },
  UnrecognisedFeed: {
    meaning:
      "The feed is empty or no table, or a column is missing: the barcode, the quantity or availability, or all product data.",
    remedy: "Rename the columns. `detail` lists the found and the missing columns.",
  },
  FeedTooComplex: {
    meaning:
      "The feed exceeds a limit on lines, memory or processor time, or the file unpacks to more than 100 times its size.",
    remedy: "`detail` names the limit. Send a plain CSV file, or several smaller files. The stock does not change.",
  },
  PayloadTooComplex: {
    meaning:
      "The body has over 1,000 different names of members, over 200,000 values, or a number of over 100 digits. Or its lines have too many different sets of members.",
    remedy: "`detail` names the limit. Send several smaller bodies. Nothing was changed.",
  },
  InvalidPicture: {
    meaning:
      "The file is no JPEG, PNG or WebP picture, is damaged, has over 25 megapixels, or is smaller than 100 × 100.",
    remedy: "`detail` has the reason. Save the picture as JPEG and send it again. The product keeps its pictures.",
  },
  IdempotencyKeyReused: {
    meaning: "This `Idempotency-Key` was used for a different call in the last 24 hours.",
    remedy: "Use a new key for each new call, and repeat a call with the same bytes.",
  },
  RateLimited: {
    meaning: "The key makes more calls than its limit allows.",
    remedy: "Wait for the seconds in `Retry-After`. The `RateLimit` header has the rest of the limit.",
  },
  HeadersTooLarge: {
    meaning: "The address and headers of the call are larger than 16 KiB.",
    remedy: "Send a shorter address and shorter headers.",
  },
  InternalError: {
    meaning: "The service has a defect. Nothing was changed.",
    remedy: "Repeat the call. If it fails again, send us the `requestId`.",
  },
  Unavailable: {
    meaning: "The service cannot answer at the moment.",
    remedy: "Repeat the call after the seconds in `Retry-After`, with the same `Idempotency-Key`.",
  },
};
