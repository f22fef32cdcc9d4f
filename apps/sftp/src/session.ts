import type { Socket } from "node:net";
import { cutOff, DomainError, publicError, requestIdOf } from "@highstreet/router";
import { MAX_FEED_BYTES } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import type { Log } from "@highstreet/telemetry";
import ssh2, { type Attributes, type SFTPWrapper } from "ssh2";
import { absolute, fileNameOf, type Result, type Results, resultNameOf, uploadNameOf } from "./files.ts";
import { UploadBytes } from "./upload-bytes.ts";
import type { UploadActor, UploadAnswer, UploadCalls } from "./upload-calls.ts";

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
/** Maximum bytes of one answer to READ. */
const PIECE = 32_768;
/** Maximum number of answers that a client has not taken. */
const MAX_UNTAKEN = 64;
const [FOLDER, UPLOADED, READABLE] = [0o040500, 0o100200, 0o100400];

type Handle =
  | { kind: "upload"; bytes: UploadBytes; answer: Promise<UploadAnswer>; late: NodeJS.Timeout; isClosing: boolean }
  | { kind: "result"; result: Result }
  | { kind: "folder"; isRead: boolean };

export interface SessionOptions {
  sftp: SFTPWrapper;
  socket: Socket;
  /** Checks the key of the connection again, and counts a call. */
  admit: () => Promise<UploadActor>;
  keyId: string;
  uploads: UploadCalls;
  results: Results;
  now: () => Date;
  log: Log;
  longestUploadMs: number;
  /** Called at each request. */
  onRequest: () => void;
  /** Called after the answer to a closed file. */
  onIdle: () => void;
}

export interface Session {
  isUploading(): boolean;
  /** Whether the gateway takes in a file that the client has closed. */
  isWorking(): boolean;
  /** Ends the running upload. */
  abort(): void;
}

function refused(message: string): DomainError {
  return new DomainError("MalformedRequest", message);
}

/** Answers the SFTP requests of one connection: uploads, the list of results, and their content. Other requests are refused. */
export function serveSession(options: SessionOptions): Session {
  const { sftp, socket, uploads, results, log } = options;
  const id = Buffer.of(1);
  let handle: Handle | undefined;
  let isOpening = false;
  let isCut = false;

  const attributes = (mode: number, size: number, at = options.now()): Attributes => {
    const time = Math.floor(at.getTime() / 1_000);
    return { mode, uid: 0, gid: 0, size, atime: time, mtime: time };
  };

  /** The files that the key sees: what it has uploaded, and the results. */
  function files(): Map<string, { attrs: Attributes; result?: Result }> {
    const shown = new Map<string, { attrs: Attributes; result?: Result }>();
    for (const result of results.of(options.keyId)) {
      const { fileName, size, answer, at } = result;
      if (size !== undefined) shown.set(fileName, { attrs: attributes(UPLOADED, size, at) });
      shown.set(resultNameOf(fileName), { attrs: attributes(READABLE, answer.length, at), result });
    }
    return shown;
  }

  function attributesOf(path: string): Attributes | undefined {
    return absolute(path) === "/" ? attributes(FOLDER, 0) : files().get(fileNameOf(path))?.attrs;
  }

  function open(path: string, flags: number, actor: UploadActor): Handle {
    if (flags & OPEN_MODE.APPEND) throw refused("A file cannot be appended to: send the whole file.");
    if (flags & OPEN_MODE.WRITE) return startUpload(uploadNameOf(path), actor);
    const result = files().get(absolute(path).slice(1))?.result;
    if (!result) throw refused("Only results can be read: files that end with .result.json.");
    return { kind: "result", result };
  }

  function startUpload(fileName: string, actor: UploadActor): Handle {
    const started = performance.now();
    const requestId = requestIdOf(undefined);
    const bytes = new UploadBytes({
      limit: MAX_FEED_BYTES,
      onPause: (isPaused) => (isPaused ? socket.pause() : socket.resume()),
    });
    const onDefect = (err: unknown) => log.error({ err, requestId }, "an upload failed");
    const late = setTimeout(() => socket.destroy(), options.longestUploadMs);
    const answer = uploads.put(actor, { fileName, feed: bytes, requestId, onDefect }).then((given) => {
      clearTimeout(late);
      if (given.error) bytes.fail(given.error);
      const ms = Math.round((performance.now() - started) * 10) / 10;
      log.info({ requestId, method: "SFTP", path: `/${fileName}`, status: given.status, ms, caller: actor.keyId });
      if (isCut) return given;
      const text = Buffer.from(`${JSON.stringify(given.body, null, 2)}\n`);
      const size = given.error ? undefined : bytes.size;
      results.add(actor.keyId, { fileName, size, answer: text, at: options.now() });
      return given;
    });
    return { kind: "upload", bytes, answer, late, isClosing: false };
  }

  function take(given: Buffer): Handle {
    if (!handle || !given.equals(id)) throw refused("No file is open under this handle.");
    return handle;
  }

  async function close(): Promise<void> {
    const closed = handle;
    if (closed?.kind === "upload") {
      if (closed.isClosing) throw refused("The file is already closed.");
      closed.isClosing = true;
      clearTimeout(closed.late);
      closed.bytes.end();
      const { error } = await closed.answer;
      options.onRequest();
      handle = undefined;
      // The connection ends with the last answer.
      setImmediate(options.onIdle);
      if (error) throw error;
    }
    handle = undefined;
  }

  function fail(reqId: number, thrown: unknown): void {
    const error = publicError(thrown);
    if (error.status >= 500) log.error({ err: thrown }, error.code);
    sftp.status(reqId, STATUS_CODE.FAILURE, error.message);
  }

  /** Wraps the answer to a request. A client that does not take its answers is cut. */
  function answer<Args extends unknown[]>(work: (reqId: number, ...args: Args) => void | Promise<void>) {
    return (reqId: number, ...args: Args): void => {
      options.onRequest();
      const { _buffer: untaken = [] } = sftp as { _buffer?: unknown[] };
      if (untaken.length > MAX_UNTAKEN) return void socket.destroy();
      (async () => work(reqId, ...args))().catch((error: unknown) => fail(reqId, error));
    };
  }

  async function opening(reqId: number, make: (actor: UploadActor) => Handle): Promise<void> {
    if (handle || isOpening) throw refused("One file can be open at a time: close the other one first.");
    isOpening = true;
    try {
      const actor = await options.admit();
      if (socket.destroyed) return;
      handle = make(actor);
    } finally {
      isOpening = false;
    }
    sftp.handle(reqId, id);
  }

  const ok = (reqId: number) => sftp.status(reqId, STATUS_CODE.OK);
  const missing = (reqId: number) => sftp.status(reqId, STATUS_CODE.NO_SUCH_FILE, "There is no such file.");
  const attrsOr = (reqId: number, attrs: Attributes | undefined) => (attrs ? sftp.attrs(reqId, attrs) : missing(reqId));

  sftp.on(
    "REALPATH",
    answer((reqId, path: string) => {
      const filename = absolute(path);
      sftp.name(reqId, [{ filename, longname: filename, attrs: attributes(0, 0) }]);
    }),
  );
  for (const name of ["STAT", "LSTAT"] as const) {
    sftp.on(
      name,
      answer((reqId, path: string) => attrsOr(reqId, attributesOf(path))),
    );
  }
  sftp.on(
    "FSTAT",
    answer((reqId, given: Buffer) => {
      const opened = take(given);
      const size =
        opened.kind === "upload" ? opened.bytes.size : opened.kind === "result" ? opened.result.answer.length : 0;
      sftp.attrs(reqId, attributes(opened.kind === "upload" ? UPLOADED : READABLE, size));
    }),
  );
  // Clients set the time and the permissions of a file after its upload. The answer keeps them going, and nothing is stored.
  sftp.on(
    "SETSTAT",
    answer((reqId, path: string) => (attributesOf(path) ? ok(reqId) : missing(reqId))),
  );
  sftp.on(
    "FSETSTAT",
    answer((reqId, given: Buffer) => {
      take(given);
      ok(reqId);
    }),
  );
  sftp.on(
    "OPENDIR",
    answer(async (reqId, path: string) => {
      if (absolute(path) !== "/") return missing(reqId);
      await opening(reqId, () => ({ kind: "folder", isRead: false }));
    }),
  );
  sftp.on(
    "READDIR",
    answer((reqId, given: Buffer) => {
      const folder = take(given);
      if (folder.kind !== "folder") throw refused("This is not a folder.");
      if (folder.isRead) return sftp.status(reqId, STATUS_CODE.EOF);
      folder.isRead = true;
      const listed = [[".", { attrs: attributes(FOLDER, 0) }] as const, ...files()];
      const names = listed.map(([filename, { attrs }]) => ({ filename, longname: longNameOf(filename, attrs), attrs }));
      sftp.name(reqId, names);
    }),
  );
  sftp.on(
    "OPEN",
    answer((reqId, path: string, flags: number) => opening(reqId, (actor) => open(path, flags, actor))),
  );
  sftp.on(
    "WRITE",
    answer((reqId, given: Buffer, offset: number, data: Buffer) => {
      const upload = take(given);
      if (upload.kind !== "upload" || upload.isClosing) throw refused("This file is not open for writing.");
      upload.bytes.write(offset, { data, done: (error) => (error ? fail(reqId, error) : ok(reqId)) });
    }),
  );
  sftp.on(
    "READ",
    answer((reqId, given: Buffer, offset: number, length: number) => {
      const opened = take(given);
      if (opened.kind !== "result") throw refused("This file cannot be read.");
      const piece = opened.result.answer.subarray(offset, offset + Math.min(length, PIECE));
      if (!piece.length) return sftp.status(reqId, STATUS_CODE.EOF);
      sftp.data(reqId, piece);
    }),
  );
  sftp.on(
    "CLOSE",
    answer(async (reqId, given: Buffer) => {
      take(given);
      await close();
      ok(reqId);
    }),
  );
  sftp.on(
    "RENAME",
    answer((reqId, from: string, to: string) => {
      // A client that uploads to a temporary name gives the file its own name at the end.
      const name = fileNameOf(from);
      const isOwn = absolute(from).slice(1) !== name && absolute(to).slice(1) === name && files().has(name);
      if (!isOwn) throw refused("Files cannot be renamed.");
      ok(reqId);
    }),
  );
  for (const name of ["REMOVE", "MKDIR", "RMDIR", "READLINK", "SYMLINK"]) {
    sftp.on(
      name,
      answer((reqId) =>
        sftp.status(reqId, STATUS_CODE.PERMISSION_DENIED, "Only uploads and the results of uploads are possible here."),
      ),
    );
  }
  sftp.on("error", () => socket.destroy());

  return {
    isUploading: () => handle?.kind === "upload",
    isWorking: () => handle?.kind === "upload" && handle.isClosing,
    abort: () => {
      if (handle?.kind !== "upload" || handle.isClosing) return;
      isCut = true;
      handle.bytes.fail(cutOff(handle.bytes.size));
    },
  };
}

/** A line of `ls -l`. */
function longNameOf(name: string, { mode, size, mtime }: Attributes): string {
  const kind = mode === FOLDER ? "dr-x------" : mode === READABLE ? "-r--------" : "--w-------";
  const time = new Date(mtime * 1_000).toUTCString();
  return `${kind} 1 store store ${String(size).padStart(10)} ${time.slice(8, 11)} ${time.slice(5, 7)} ${time.slice(17, 22)} ${name}`;
}
