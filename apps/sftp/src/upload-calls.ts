import {
  type Actor,
  type Context,
  createAuthenticate,
  createCaller,
  DomainError,
  databaseOf,
  problemOf,
  publicError,
  type RateLimit,
  tooManyCalls,
} from "@highstreet/router";

export type UploadActor = Extract<Actor, { kind: "upload" }>;

/** The answer of an upload: status, and the JSON body of `PUT /inventory/uploads/{name}`. */
export interface UploadAnswer {
  status: number;
  body: object;
  /** The error of a refused file. */
  error?: DomainError;
}

interface UploadFile {
  fileName: string;
  feed: AsyncIterable<Uint8Array>;
  requestId: string;
  /** Called with the cause of a 5xx. */
  onDefect: (error: unknown) => void;
}

/** `PUT /inventory/uploads/{name}` for callers without HTTP: the same checks, limits, procedure and answers. */
export function createUploadCalls(options: {
  context: Omit<Context, "actor" | "requestId">;
  /** The limit of a key. */
  rateLimit: RateLimit;
  /** The limit for unknown keys. */
  openLimit: RateLimit;
  /** The address of the list of errors. */
  docs: string;
}) {
  const { context, rateLimit, openLimit, docs } = options;
  const authenticate = createAuthenticate(context, openLimit);
  return {
    /** The actor of an upload key. Counts a call. @throws Unauthorized, RateLimited */
    admit: async (key: string, address: string): Promise<UploadActor> => {
      const actor = await authenticate(`Bearer ${key}`, "upload", address);
      if (actor?.kind !== "upload") throw new DomainError("Unauthorized", "The password is not a valid upload key.");
      if (rateLimit.take(`key ${actor.keyId}`) < 0) throw tooManyCalls();
      return actor;
    },
    /** Takes in a file. A failed call is an answer, too. */
    put: async (actor: UploadActor, { fileName, feed, requestId, onDefect }: UploadFile): Promise<UploadAnswer> => {
      const ctx = { ...context, db: databaseOf(context.db, actor), actor, requestId };
      try {
        return { status: 200, body: await createCaller(ctx).uploads.put({ fileName, feed }) };
      } catch (thrown) {
        const error = publicError(thrown);
        if (error.status >= 500) onDefect(thrown);
        const instance = `/v1/inventory/uploads/${encodeURIComponent(fileName)}`;
        return { status: error.status, body: problemOf(error, { docs, instance, requestId }), error };
      }
    },
  };
}

export type UploadCalls = ReturnType<typeof createUploadCalls>;
