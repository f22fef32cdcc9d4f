import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import type { AuthContext, Connection } from "ssh2";
import { publicError } from "../problem.ts";
import type { UploadActor, UploadCalls } from "../upload-calls.ts";
import type { Results } from "./results.ts";
import { type Session, serveSession } from "./session.ts";

/** Tills that sent files to the Retailer Partner API have the user `apikey`. */
const USERS = ["store", "apikey"];
/** Maximum number of sign-in requests of a connection. The first one usually only asks for the methods. */
const MOST_SIGN_INS = 4;

export interface ConnectionOptions {
  uploads: UploadCalls;
  results: Results;
  now: () => Date;
  log: FastifyBaseLogger;
  idleMs: number;
  longestUploadMs: number;
  isClosing: () => boolean;
  /** Takes a share of the connections for a partner. @returns false if the partner has no share left */
  takeShare: (partnerId: string) => boolean;
}

/** A connection of a till. */
export interface ServedConnection {
  isSignedIn(): boolean;
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

  client.on("authentication", (context) => {
    mayEnter(context).then(
      (mayThey) => {
        if (mayThey) context.accept();
        else if (++signIns < MOST_SIGN_INS) context.reject(["password"]);
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
        ...{ sftp, socket, keyId: actor.keyId },
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
  return { isSignedIn: () => actor !== undefined, end };
}
