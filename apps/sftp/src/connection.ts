import type { Socket } from "node:net";
import { publicError } from "@highstreet/router";
import type { Log } from "@highstreet/telemetry";
import type { AuthContext, Connection } from "ssh2";
import type { Results } from "./files.ts";
import { type Session, serveSession } from "./session.ts";
import type { UploadActor, UploadCalls } from "./upload-calls.ts";

/** Tills that sent files to the Retailer Partner API have the user `apikey`. */
const USERS = ["store", "apikey"];
/** Maximum number of sign-in requests of a connection. The first one usually only asks for the methods. */
const MAX_SIGN_INS = 4;
/** Minimum time between two exchanges of keys that a till starts. Common clients exchange keys once for each gigabyte. */
const REKEY_MS = 60_000;
/** The message that starts an exchange of keys (RFC 4253). */
const KEXINIT = 20;

export interface ConnectionOptions {
  uploads: UploadCalls;
  results: Results;
  now: () => Date;
  log: Log;
  idleMs: number;
  longestUploadMs: number;
  isClosing: () => boolean;
  onPassword: () => void;
  /** Takes a share of the connections for a partner. @returns false if no share is left */
  takeShare: (partnerId: string) => boolean;
}

export interface ServedConnection {
  /** Ends the connection as soon as no upload is running. */
  end(): void;
}

/** Signs a till in with one of the users and its upload key, and opens one channel for SFTP. All other requests are refused. */
export function serveConnection(client: Connection, socket: Socket, options: ConnectionOptions): ServedConnection {
  const { uploads, log, isClosing } = options;
  const address = socket.remoteAddress ?? "";
  let key = "";
  let actor: UploadActor | undefined;
  let session: Session | undefined;
  let hasSession = false;
  let signIns = 0;

  const end = (): void => {
    if (!session?.isUploading()) client.end();
  };
  let silent: NodeJS.Timeout | undefined;
  const watchSilence = (): void => {
    silent = setTimeout(() => {
      if (session?.isWorking()) silent?.refresh();
      else socket.destroy();
    }, options.idleMs);
  };

  async function mayEnter(context: AuthContext): Promise<boolean> {
    if (context.method !== "password" || !USERS.includes(context.username)) return false;
    options.onPassword();
    try {
      const admitted = await uploads.admit(context.password, address);
      if (socket.destroyed || !options.takeShare(admitted.partnerId)) return false;
      key = context.password;
      actor = admitted;
      watchSilence();
      return true;
    } catch (error) {
      if (publicError(error).status >= 500) log.error({ err: error }, "a till cannot sign in");
      return false;
    }
  }

  let rekeyedAt = Number.NEGATIVE_INFINITY;
  const mayRekey = (): boolean => {
    const at = options.now().getTime();
    if (!actor || at - rekeyedAt < REKEY_MS) return false;
    rekeyedAt = at;
    return true;
  };
  // ssh2 has an event for the end of an exchange only, when its work is done. The first exchange does not come this way.
  const { _protocol: protocol } = client as unknown as { _protocol: { _onPayload: (payload: Uint8Array) => unknown } };
  const onPayload = protocol._onPayload;
  protocol._onPayload = (payload) => {
    if (payload[0] !== KEXINIT || mayRekey()) return onPayload(payload);
    socket.destroy();
    // Ends the reading of what has arrived.
    return Number.POSITIVE_INFINITY;
  };

  client.on("authentication", (context) => {
    mayEnter(context).then(
      (mayThey) => {
        if (mayThey) context.accept();
        else if (++signIns < MAX_SIGN_INS) context.reject(["password"]);
        else client.end();
      },
      () => socket.destroy(),
    );
  });
  client.on("session", (accept, reject) => {
    if (hasSession) return reject();
    hasSession = true;
    accept().on("sftp", (acceptSftp, rejectSftp) => {
      if (session || !actor) return rejectSftp();
      const sftp = acceptSftp();
      session = serveSession({
        ...options,
        sftp,
        socket,
        keyId: actor.keyId,
        admit: () => uploads.admit(key, address),
        onRequest: () => silent?.refresh(),
        onIdle: () => isClosing() && end(),
      });
      // A client that ends its channel needs the connection no more.
      sftp.once("end", () => client.end());
    });
  });
  client.on("error", (error) => log.debug({ err: error }, "a connection of a till has failed"));
  socket.once("close", () => {
    clearTimeout(silent);
    session?.abort();
  });
  return { end };
}
