export const statusOf = {
  MalformedRequest: 400,
  Unauthorized: 401,
  InsufficientScope: 403,
  RouteNotFound: 404,
  RetailerNotFound: 404,
  StoreNotFound: 404,
  ProductNotFound: 404,
  CustomizationNotFound: 404,
  ChannelNotEnabled: 404,
  ConnectionNotFound: 404,
  DeliveryNotFound: 404,
  EndpointNotFound: 404,
  IngestNotFound: 404,
  KeyNotFound: 404,
  HistoryEntryNotFound: 404,
  OperationNotFound: 404,
  RuleNotFound: 404,
  StockFileNotFound: 404,
  WidgetNotFound: 404,
  MethodNotAllowed: 405,
  SearchChannelNotConnected: 409,
  InsufficientInStockProducts: 409,
  ChannelInUse: 409,
  StoreCodeMismatch: 409,
  RetailerNotEmpty: 409,
  ExternalIdTaken: 409,
  IdempotencyKeyInUse: 409,
  IngestNotHeld: 409,
  IngestNotUndoable: 409,
  NotTestRetailer: 409,
  QuotaExceeded: 409,
  ChangedSince: 409,
  DeliverySuperseded: 409,
  EventsExpired: 410,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  ValidationFailed: 422,
  IncompleteCustomData: 422,
  ChannelNotEnabledForStore: 422,
  UnknownChannel: 422,
  UnknownProvider: 422,
  UnrecognisedFeed: 422,
  FeedTooComplex: 422,
  PayloadTooComplex: 422,
  InvalidPicture: 422,
  PreviewRequired: 422,
  IdempotencyKeyReused: 422,
  RateLimited: 429,
  HeadersTooLarge: 431,
  InternalError: 500,
  Unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

const consoleStatusOf = {
  ForeignOrigin: 403,
  AlertWebhookNotFound: 404,
  MemberNotFound: 404,
  InvitationNotFound: 404,
  LastOwner: 409,
} as const;

export type ConsoleErrorCode = keyof typeof consoleStatusOf;

const retryAfter: Partial<Record<ErrorCode | ConsoleErrorCode, number>> = { RateLimited: 1, Unavailable: 2 };

export interface FieldError {
  pointer: string;
  code: string;
  message: string;
  limit?: number;
}

/** The error of a verb: a code, a sentence that helps the caller to correct the call, and further members of the answer. */
export class DomainError extends Error {
  /** A bundle can hold this class several times, so the name decides. */
  static override [Symbol.hasInstance](value: unknown): value is DomainError {
    return value instanceof Error && value.name === "DomainError";
  }

  readonly code: ErrorCode | ConsoleErrorCode;
  readonly members: Record<string, unknown>;

  constructor(
    code: ErrorCode | ConsoleErrorCode,
    detail: string,
    members: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(detail, options);
    this.name = "DomainError";
    this.code = code;
    this.members = members;
  }

  get status(): number {
    return { ...statusOf, ...consoleStatusOf }[this.code];
  }

  get retryAfter(): number | undefined {
    const { retryAfter: own } = this.members;
    return typeof own === "number" ? own : retryAfter[this.code];
  }
}

const texts = {
  key: "The API key is missing, unknown, revoked or expired. Send a valid key as: Authorization: Bearer hs_…",
  uploadKey:
    "The upload key is missing, unknown or replaced. Send the store's current key as: Authorization: Bearer hsu_… (SFTP: as the password)",
  person: "Sign in to the console first.",
  personOrKey: "Sign in to the console first, or send an API key as: Authorization: Bearer hs_…",
};

/** The 401 of a call without valid credentials. @param needs what the call accepts */
export function unauthorized(needs: keyof typeof texts): DomainError {
  return new DomainError("Unauthorized", texts[needs]);
}

export function retailerNotFound(): DomainError {
  return new DomainError(
    "RetailerNotFound",
    "There is no retailer with this id, or it is not yours to see. GET /retailers lists those of your key.",
  );
}

/** The same error for a missing store, a store of another retailer and a store that the caller may not see. */
export function storeNotFound(): DomainError {
  return new DomainError(
    "StoreNotFound",
    "The retailer has no store with this id. GET /retailers/{retailerId}/stores lists its stores.",
  );
}

export function validationFailed(errors: FieldError[]): DomainError {
  const first = errors.slice(0, MAX_FIELD_ERRORS);
  return new DomainError("ValidationFailed", summary(first, errors.length), { errors: first });
}

/** Most field errors of an answer. A body of 1 MiB can have 100,000 wrong fields. */
export const MAX_FIELD_ERRORS = 100;

/** The first field error as a sentence, with the number of further errors. `total`: the number of all errors. */
export function summary(errors: FieldError[], total = errors.length): string {
  const [first] = errors;
  if (!first) return "The request is not valid.";
  const place = first.pointer ? `${first.pointer}: ` : "";
  return `${place}${first.message}${total > 1 ? ` (and ${total - 1} more)` : ""}`;
}
