/** Every error code of the API with its HTTP status. */
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
  IngestNotFound: 404,
  KeyNotFound: 404,
  HistoryEntryNotFound: 404,
  OperationNotFound: 404,
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
  IdempotencyKeyReused: 422,
  RateLimited: 429,
  HeadersTooLarge: 431,
  InternalError: 500,
  Unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** The error codes of calls that only the console makes. The API's documents do not have them. */
const consoleStatusOf = {
  AlertWebhookNotFound: 404,
  MemberNotFound: 404,
  InvitationNotFound: 404,
  LastOwner: 409,
} as const;

export type ConsoleErrorCode = keyof typeof consoleStatusOf;

/** Seconds to wait before the same call is sent again. */
const retryAfter: Partial<Record<ErrorCode | ConsoleErrorCode, number>> = { RateLimited: 1, Unavailable: 2 };

/** One wrong field. `pointer`: a JSON Pointer into the body, or `?name` for a query parameter. */
export interface FieldError {
  pointer: string;
  code: string;
  message: string;
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

  /** Seconds after which the same call may succeed, for `Retry-After`. */
  get retryAfter(): number | undefined {
    return retryAfter[this.code];
  }
}

/** A 422 for fields that break a rule outside of the schema. */
export function validationFailed(errors: FieldError[]): DomainError {
  return new DomainError("ValidationFailed", summary(errors), { errors });
}

/** The first field error as a sentence, with the number of further errors. `total`: the number of all errors. */
export function summary(errors: FieldError[], total = errors.length): string {
  const [first] = errors;
  if (!first) return "The request is not valid.";
  const place = first.pointer ? `${first.pointer}: ` : "";
  return `${place}${first.message}${total > 1 ? ` (and ${total - 1} more)` : ""}`;
}
