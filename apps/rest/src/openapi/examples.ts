/** The examples of the document by component. All of them describe one shop. */

const retailerId = "01939f30-5a00-7000-8000-000000000001";
const storeId = "01939f30-5a00-7000-8000-000000000002";
const barcode = "5012345678900";
const created = "2026-03-02T09:00:00.000Z";
const updated = "2026-03-02T09:15:00.000Z";
const stamps = { createdAt: created, updatedAt: updated };
export const exampleAddress = "https://api.highstreet.example";

const store = {
  id: storeId,
  externalId: "london-1",
  name: "Carnaby Street",
  address: "12 Carnaby Street",
  postcode: "W1F 9PS",
  city: "London",
  country: "GB",
  currency: "GBP",
  phone: "+44 20 7946 0000",
  timezone: "Europe/London",
  latitude: 51.5136,
  longitude: -0.1393,
  areaType: "city_centre",
  links: [{ type: "website", value: "https://shop.example" }],
  openingHours: "Mon-Sat 9:00-18:00",
  hours: {
    regular: [{ day: "monday", periods: [{ opens: "09:00", closes: "18:00" }] }],
    special: [{ date: "2026-12-25", periods: [] }],
  },
  pickup: { method: "reserve", time: "same_day" },
  pause: null,
  safetyStock: { all: 1 },
  widgetToken: "5bqtr1bX3hfkl7OZT2Kw9m0e4c8AvYgN",
  ...stamps,
  version: 1,
};

const retailer = {
  id: retailerId,
  externalId: "shop-42",
  name: "The Gift Shop",
  isTest: false,
  contactName: "Olivia Owner",
  contactEmail: "olivia@shop.example",
  contactPhone: null,
  inventoryStatus: "connected",
  channelStatus: "partial",
  ...stamps,
  version: 1,
};

const rule = {
  id: "01939f30-5a00-7000-8000-00000000000a",
  storeId: null,
  name: "Hide products without a picture on Google",
  on: true,
  position: 1,
  when: { all: [{ lacks: "picture" }] },
  effect: { notIn: ["search"] },
  period: { from: "2026-12-01", until: "2026-12-24" },
  follows: null,
  ...stamps,
  version: 1,
};

const visibility = [
  { channel: "search", visible: true, reasons: [{ code: "Shown", message: "Nothing stands in the way.", fix: null }] },
  {
    channel: "webhooks",
    visible: false,
    reasons: [
      {
        code: "ChannelNotEnabled",
        message: "The channel is not enabled for this store.",
        fix: {
          method: "POST",
          path: `/v1/retailers/${retailerId}/stores/${storeId}/channels`,
          body: { type: "webhooks" },
          missing: ["parameters.webhookUrl", "parameters.secret"],
        },
      },
    ],
  },
];

const inStore = {
  storeId,
  status: "in_stock",
  quantity: 12,
  price: 44.9,
  regularPrice: 49.9,
  sale: { price: 44.9, from: null, until: "2026-04-01T00:00:00.000Z" },
  currency: "GBP",
  condition: "new",
  hidden: false,
  channels: null,
  visibility,
};

const shared = {
  id: "local:en:GB:000005012345678900",
  barcode,
  title: "Desk lamp",
  description: null,
  brand: "Lumen",
  images: ["https://shop.example/lamp.jpg"],
  missing: [
    {
      channel: "search",
      field: "description",
      fix: {
        method: "PATCH",
        path: `/v1/retailers/${retailerId}/inventory/${barcode}`,
        body: {},
        missing: ["description"],
      },
    },
  ],
  category: "Home > Lighting",
  attributes: { color: "brass", size: null },
  groupId: "lamp",
  textsByRules: [
    { field: "title", rule: { id: "01939f30-5a00-7000-8000-00000000000a", name: "Short titles", storeId: null } },
  ],
  ...stamps,
  version: 1,
};

const ingest = {
  id: "01939f30-5a00-7000-8000-000000000003",
  createdAt: updated,
  mode: "update",
  status: "applied",
  columns: { barcode: "EAN", price: "RRP", quantity: "QOH" },
  fallbackColumns: { barcode: ["UPC"] },
  ignoredColumns: ["Supplier"],
  ignoredSheets: [],
  ignoredMembers: [],
  droppedValues: [],
  numberOfLines: 1200,
  validLines: 1198,
  inStockValidLines: 950,
  changedItems: 37,
  newItems: 2,
  rejectedLines: 2,
  skippedLines: { otherStore: 0, total: 0, picture: 0 },
  reason: null,
  problem: null,
  durationMs: 84,
  undoUntil: "2026-02-02T09:00:00.000Z",
  undoneAt: null,
};

const endpoint = "https://shop.example/hooks/highstreet";
const provider = { id: "csv-upload", label: "File upload", type: "generic", vendor: "Highstreet" };
const { createdAt, numberOfLines, validLines, inStockValidLines } = ingest;
const source = {
  status: "connected",
  provider,
  latestIngest: { createdAt, numberOfLines, validLines, inStockValidLines },
  warnings: [],
};

const search = {
  id: "search",
  label: "Search local listings",
  description: "Shows what is on the shelf in Google's free local listings.",
};

const awaitingAccess = {
  id: "AwaitingSearchBusinessAccess",
  message:
    "Waiting for access to the business profile. Invite our account (businessAccountId) to the location as a manager. If several businesses may name this location, also add the code HS-7K3QF-M9X2D to the labels of the profile.",
};

const channel = {
  id: "search",
  channel: search,
  status: "pending",
  warnings: [awaitingAccess],
  parameters: {
    locationId: "1234567890",
    storeCode: "LONDON1",
    businessAccountId: "111222333",
    verificationCode: "HS-7K3QF-M9X2D",
  },
  nextSteps: { id: "invite-account", label: awaitingAccess.message },
  storefrontUrl: null,
  version: 1,
  ...stamps,
};

/** During a change of its secret. */
export const webhooksChannel = {
  id: "webhooks",
  channel: {
    id: "webhooks",
    label: "Stock webhooks",
    description: "Calls an HTTPS endpoint whenever a stock status or a price changes.",
  },
  status: "connected",
  warnings: [],
  parameters: { webhookUrl: endpoint, enhancedProductData: true },
  storefrontUrl: null,
  version: 1,
  previousSecretUntil: "2026-03-03T09:15:00.000Z",
  ...stamps,
};

const webhookEndpoint = {
  id: "01939f30-5a00-7000-8000-00000000000c",
  retailerId: null,
  isTest: false,
  url: "https://partner.example/hooks/highstreet",
  description: "Our cache",
  actions: ["inventory.update", "inventory_source.update", "channel.update"],
  filter: { retailerIds: null, storeIds: null, categories: null },
  enhancedProductData: false,
  retries: "short",
  timeoutSeconds: 10,
  callsPerSecond: null,
  batchSize: 1,
  signature: "hmac",
  publicKey: null,
  headerNames: [],
  enabled: true,
  status: "connected",
  warnings: [],
  followsFrom: updated,
  previousSecretUntil: null,
  health: { failures: 0, failingSince: null, waitingStores: 0, waitingSince: null },
  version: 1,
  ...stamps,
};

const customization = {
  id: "01939f30-5a00-7000-8000-000000000004",
  barcode,
  storeId: null,
  hidden: true,
  hiddenUntil: null,
  hiddenWhile: null,
  channels: null,
  title: null,
  description: null,
  brand: null,
  image: null,
  for: { search: { title: "Brass desk lamp, dimmable", description: null, image: null, pickup: null } },
  ...stamps,
  version: 1,
};

const inventoryUpdate = {
  id: shared.id,
  barcode,
  status: "low_stock",
  price: 44.9,
  currency: "GBP",
  condition: "new",
  createdAt: updated,
  store: { id: storeId },
};

const shown = {
  status: "low_stock",
  price: 44.9,
  currency: "GBP",
  title: null,
  description: null,
  brand: null,
  images: [],
  pickup: { method: "reserve", time: "same_day" },
};

const delivery = {
  sequence: 118,
  action: "inventory.update",
  barcode,
  status: "delivered",
  reason: null,
  tries: 1,
  lastStatus: 200,
  lastTryAt: updated,
  nextTryAt: null,
  createdAt: updated,
};

const key = {
  id: "01939f30-5a00-7000-8000-000000000006",
  name: "Till in Carnaby Street",
  scopes: ["inventory:read", "inventory:write"],
  retailerIds: [retailerId],
  expiresAt: null,
  createdAt: created,
  isTest: false,
  lastUsedAt: null,
};

const body = JSON.stringify({ action: "inventory.update", data: inventoryUpdate });

const fileId = "01939f30-5a00-7000-8000-000000000008";

const retailerSource = {
  status: "pending",
  provider,
  warnings: [],
  parameters: { columns: { store: "Branch" } },
  nextFetchAt: null,
  latestFile: null,
  version: 1,
};

const uploadSteps = {
  id: "upload-file",
  label: "Send the file with: curl -T <file> -H 'Authorization: Bearer <uploadKey>' <uploadUrl>",
  uploadUrl: `${exampleAddress}/v1/inventory/uploads/`,
  uploadKey: `hsu_01939f30-5a00-7000-8000-000000000007_${"0123456789abcdef".repeat(4)}`,
};

const deliveryDetail = {
  ...delivery,
  request: {
    url: endpoint,
    headers: { "content-type": "application/json", "x-webhook-sequence": "118" },
    body,
  },
  attempts: [
    {
      try: 1,
      at: updated,
      status: 200,
      durationMs: 41,
      url: endpoint,
      outcome: "delivered",
      answer: "ok",
      reason: null,
    },
  ],
};

export const examples: Record<string, unknown> = {
  Retailer: retailer,
  RetailerWithStores: {
    ...retailer,
    stores: [store],
    storesTotal: 1,
    links: { stores: `${exampleAddress}/v1/retailers/${retailerId}/stores` },
  },
  TestClock: { now: "2026-11-23T09:30:00.000Z", aheadSeconds: 86_400 },
  Store: store,
  Provider: provider,
  ProviderDetails: {
    id: "loyverse",
    label: "Loyverse",
    type: "point-of-sale",
    vendor: "Loyverse",
    export: {
      name: "Item list",
      steps: ["Items > Item list in the Back Office.", "Export, as CSV."],
      header: ["Handle", "SKU", "Name", "Default price", "Barcode", "In stock [<store>]"],
      documentation: "https://help.loyverse.com/help/importing-and-exporting",
      confirmed: true,
      note: null,
    },
  },
  Source: { ...source, parameters: {}, lastHeardAt: source.latestIngest.createdAt, nextFetchAt: null, version: 1 },
  ConnectedSource: {
    ...source,
    status: "pending",
    latestIngest: null,
    parameters: { mode: "replace" },
    lastHeardAt: null,
    nextFetchAt: null,
    version: 1,
    nextSteps: uploadSteps,
  },
  RetailerSource: retailerSource,
  ConnectedRetailerSource: { ...retailerSource, nextSteps: uploadSteps },
  Connection: {
    connector: "shopify",
    label: "Shopify",
    status: "connected",
    warnings: [],
    parameters: { shop: "corner-shop" },
    locations: [{ id: "gid://shopify/Location/655441491", name: "Carnaby Street", storeId }],
    pulledAt: updated,
    nextPullAt: "2026-03-02T09:20:00.000Z",
    ...stamps,
    version: 1,
  },
  Ingest: ingest,
  Rejection: { line: 17, field: "price", code: "missing_price", message: "The line has no price.", value: null },
  StockFile: {
    id: fileId,
    createdAt: updated,
    mode: "update",
    status: "done",
    columns: ingest.columns,
    ignoredColumns: ["Supplier"],
    ignoredSheets: [],
    numberOfLines: ingest.numberOfLines + 3,
    rejectedLines: 1,
    skippedLines: { total: 0, picture: 0 },
    unknownStores: { lines: 2, values: ["Old Street"] },
    storesWithoutLines: { count: 0, stores: [] },
    storesWithOwnSource: { count: 0, stores: [] },
    storesTotal: 1,
    storesDone: 1,
    stores: [{ storeId, storeName: "Carnaby Street", ingest }],
    links: {
      self: `${exampleAddress}/v1/retailers/${retailerId}/inventory/files/${fileId}`,
      rejections: `${exampleAddress}/v1/retailers/${retailerId}/inventory/files/${fileId}/rejections`,
    },
  },
  FileRejection: {
    line: 17,
    field: "price",
    code: "missing_price",
    message: "The line has no price.",
    value: null,
    storeId,
  },
  Item: { ...shared, ...inStore, hiddenEverywhere: false },
  Product: {
    ...shared,
    stores: [{ ...inStore, storeName: "Carnaby Street", version: 0, updatedAt: updated }],
    storesTotal: 1,
    brokenImages: [],
    links: { stores: `${exampleAddress}/v1/retailers/${retailerId}/stores` },
  },
  Customization: customization,
  EditedCustomization: customization,
  Rule: rule,
  Shelf: {
    storeId,
    pause: { channels: null, until: "2026-12-27T09:00:00.000Z", reason: "Stocktaking", since: created },
    safetyStock: { all: 1, search: 2 },
    isPending: false,
    version: 2,
  },
  CatalogueEntry: {
    ...search,
    parameters: { type: "object", properties: { locationId: { type: "string" } }, required: ["locationId"] },
  },
  ChannelRecord: channel,
  EventRecord: { sequence: 118, action: "inventory.update", data: inventoryUpdate, createdAt: updated },
  Listing: {
    barcode,
    title: null,
    state: "sent",
    wanted: shown,
    sent: shown,
    sentAt: updated,
    problem: null,
    updatedAt: updated,
  },
  Delivery: delivery,
  DeliveryDetail: deliveryDetail,
  FeedUndo: { restoredItems: 37, keptItems: 2 },
  Redelivered: { queued: 312, superseded: 41 },
  TestAnswer: { ok: true, status: 204, durationMs: 87, answer: "", error: null },
  Endpoint: webhookEndpoint,
  EndpointDelivery: { ...delivery, retailerId, storeId, batch: null },
  EndpointDeliveryDetail: {
    ...deliveryDetail,
    retailerId,
    storeId,
    batch: null,
    attempts: deliveryDetail.attempts.map((attempt) => ({ ...attempt, batch: null })),
  },
  RedeliveredToEndpoint: { queued: 312, superseded: 41, next: null },
  DeliverySummary: {
    delivered: 4120,
    failed: 3,
    medianMs: 41,
    p95Ms: 120,
    isWhole: true,
    hours: [{ at: "2026-03-03T09:00:00.000Z", delivered: 4120, failed: 3, medianMs: 41, p95Ms: 120 }],
  },
  NewEndpoint: { ...webhookEndpoint, secret: "0123456789abcdef".repeat(3) },
  HistoryEntry: {
    id: "01939f30-5a00-7000-8000-000000000005",
    at: updated,
    actor: { kind: "key", id: key.id, name: key.name },
    action: "customization.create",
    target: { type: "customization", id: customization.id, storeId: null, barcode },
    before: null,
    after: { hidden: true },
    requestId: "0d9a6a0e-2f0c-4d7e-9a43-1a2b3c4d5e6f",
    operationId: "01939f30-5a00-7000-8000-000000000006",
  },
  Operation: {
    id: "01939f30-5a00-7000-8000-000000000006",
    kind: "edit",
    status: "running",
    total: 12_000,
    done: 3_500,
    storeId: null,
    filter: { q: "lamp" },
    edit: { hidden: true },
    reverts: null,
    problem: null,
    createdAt: updated,
    finishedAt: null,
  },
  Key: key,
  NewKey: { ...key, key: `hs_${key.id}_${"0123456789abcdef".repeat(4)}` },
  WebhookEnabledEvent: {
    action: "webhook.enabled",
    data: { retailer: { id: retailerId }, store: { id: storeId } },
  },
  EndpointEnabledEvent: { action: "webhook.enabled", data: { endpoint: { id: webhookEndpoint.id } } },
  InventoryUpdateEvent: { action: "inventory.update", data: inventoryUpdate },
  InventorySourceUpdateEvent: {
    action: "inventory_source.update",
    data: { store: { id: storeId }, retailer: { id: retailerId }, ...source },
  },
  ChannelUpdateEvent: {
    action: "channel.update",
    data: {
      store: { id: storeId },
      retailer: { id: retailerId },
      status: "pending",
      channel: search,
      warnings: [awaitingAccess],
    },
  },
  EventBatch: {
    events: [{ id: `evt_${storeId}_118`, sequence: 118, action: "inventory.update", data: inventoryUpdate }],
  },
};

export const parameterExamples: Record<string, unknown> = {
  retailerId,
  storeId,
  barcode,
  customizationId: customization.id,
  ingestId: ingest.id,
  ruleId: rule.id,
  fileId,
  connector: "shopify",
  keyId: key.id,
  entryId: "01939f30-5a00-7000-8000-000000000005",
  endpointId: webhookEndpoint.id,
  sequence: "118",
  operationId: "01939f30-5a00-7000-8000-000000000006",
  type: "webhooks",
  fileName: "stock.csv",
  "page[size]": 100,
};
