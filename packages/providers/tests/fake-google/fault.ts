/** An answer other than 200, in Google's form. */
export class Fault extends Error {
  readonly code: number;
  readonly status: string;
  readonly details: object[];
  readonly headers: Record<string, string>;

  constructor(code: number, status: string, message: string, details: object[] = [], headers = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.headers = headers;
  }

  body() {
    const { code, message, status, details } = this;
    return { error: { code, message, status, ...(details.length ? { details } : {}) } };
  }
}

export const invalid = (message: string): Fault => new Fault(400, "INVALID_ARGUMENT", message);
export const notFound = (): Fault => new Fault(404, "NOT_FOUND", "Requested entity was not found.");
export const denied = (): Fault => new Fault(403, "PERMISSION_DENIED", "The caller does not have permission");

const errorInfo = (reason: string, domain: string, metadata: Record<string, string>) => ({
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason,
  domain,
  metadata,
});

/** Merchant API, "Handle error responses": `metadata.REASON` has the specific code. */
export const merchantFault = (code: number, status: string, reason: string, message: string): Fault =>
  new Fault(code, status, message, [errorInfo(reason.toLowerCase(), "merchantapi.googleapis.com", { REASON: reason })]);

export const quotaFault = (service: string, limit: number, retryAfter?: number): Fault =>
  new Fault(
    429,
    "RESOURCE_EXHAUSTED",
    `Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service '${service}'.`,
    [errorInfo("RATE_LIMIT_EXCEEDED", "googleapis.com", { service, quota_limit_value: String(limit) })],
    retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
  );

export const adsFault = (
  version: string,
  kind: string,
  code: string,
  message: string,
  http: [number, string] = [400, "INVALID_ARGUMENT"],
): Fault =>
  new Fault(http[0], http[1], "Request contains an invalid argument.", [
    {
      "@type": `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`,
      errors: [{ errorCode: { [kind]: code }, message }],
      requestId: "fake",
    },
  ]);
