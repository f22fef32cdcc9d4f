import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

/** A message that the server has taken. */
interface TakenMail {
  from: string;
  to: string[];
  /** Names of headers in lower case. */
  headers: Record<string, string>;
  /** The text, decoded. */
  text: string;
}

export interface SmtpServer {
  url: string;
  taken: TakenMail[];
  /** What clients did against RFC 5321 and RFC 5322. */
  faults: string[];
  close(): Promise<void>;
}

interface SmtpOptions {
  /** The answer to `RCPT TO`, such as `550 no such person`. */
  refuse?: (recipient: string) => string | undefined;
  /** Ends the connection instead of the answer to the message. */
  hangUp?: boolean;
}

const needed = ["from", "to", "subject", "date", "message-id", "mime-version", "content-type"];
const address = /^<([^<>\s@]+@[^<>\s@]+)>$/;

function decode(body: string, encoding = "7bit"): string {
  if (/quoted-printable/i.test(encoding)) {
    const bytes = body
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, "latin1").toString("utf8");
  }
  return /base64/i.test(encoding) ? Buffer.from(body, "base64").toString("utf8") : body;
}

/** A small SMTP server that notes each breach of the protocol. It takes one message for each recipient that it knows. */
export async function startSmtpServer({
  refuse = () => undefined,
  hangUp = false,
}: SmtpOptions = {}): Promise<SmtpServer> {
  const taken: TakenMail[] = [];
  const faults: string[] = [];
  const sockets = new Set<Socket>();

  function readMessage(raw: string, from: string, to: string[]): void {
    for (const line of raw.split("\r\n")) {
      if (line.length > 998) faults.push("a line is longer than 998 characters");
      if (/[\r\n]/.test(line)) faults.push("a bare CR or LF");
      if ([...line].some((char) => char > "~")) faults.push("8-bit characters without BODY=8BITMIME");
    }
    const [head = "", ...rest] = raw.split("\r\n\r\n");
    const fields = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
    const headers = Object.fromEntries(
      fields.map((line) => [line.split(":")[0]?.toLowerCase() ?? "", line.slice(line.indexOf(":") + 1).trim()]),
    );
    if (Object.keys(headers).length !== fields.length) faults.push("a header is there twice");
    for (const name of needed) if (!headers[name]) faults.push(`the header ${name} is missing`);
    if (!/^<[^<>\s]+@[^<>\s]+>$/.test(headers["message-id"] ?? "")) faults.push("Message-ID is no id");
    if (headers.bcc) faults.push("Bcc is sent");
    taken.push({ from, to, headers, text: decode(rest.join("\r\n\r\n"), headers["content-transfer-encoding"]) });
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let [state, from, to, buffer] = ["new", "", [] as string[], ""];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string): void => {
      const [verb = "", ...words] = line.split(" ");
      const rest = words.join(" ");
      const inOrder = (wanted: string): boolean => {
        if (state === wanted) return true;
        faults.push(`${verb} in state ${state}`);
        say("503 bad sequence of commands");
        return false;
      };
      switch (verb.toUpperCase()) {
        case "EHLO":
          if (!/^(\[[\d.]+\]|[\w.-]+)$/.test(rest)) faults.push(`EHLO ${rest}`);
          state = "greeted";
          return void say("250 strict.example");
        case "MAIL": {
          if (!inOrder("greeted")) return;
          const [, found] = /^FROM:(<[^>]*>)$/i.exec(rest) ?? [];
          if (!found || !address.test(found)) faults.push(line);
          [state, from, to] = ["mail", found?.slice(1, -1) ?? "", []];
          return void say("250 ok");
        }
        case "RCPT": {
          if (!inOrder("mail")) return;
          const [, found] = /^TO:(<[^>]*>)$/i.exec(rest) ?? [];
          if (!found || !address.test(found)) faults.push(line);
          const refused = refuse(found?.slice(1, -1) ?? "");
          if (refused) return void say(refused);
          to.push(found?.slice(1, -1) ?? "");
          return void say("250 ok");
        }
        case "DATA":
          if (!inOrder("mail")) return;
          if (!to.length) {
            faults.push("DATA without a recipient");
            return void say("554 no recipients");
          }
          state = "data";
          return void say("354 go on");
        case "RSET":
          if (state !== "new") state = "greeted";
          return void say("250 ok");
        case "QUIT":
          say("221 bye");
          return void socket.end();
        default:
          faults.push(`unknown command ${line}`);
          return void say("500 unknown");
      }
    };
    say("220 strict.example ESMTP");
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      buffer += chunk;
      for (;;) {
        const mark = state === "data" ? "\r\n.\r\n" : "\r\n";
        const end = buffer.indexOf(mark);
        if (end < 0) return;
        const piece = buffer.slice(0, end);
        buffer = buffer.slice(end + mark.length);
        if (state !== "data") command(piece);
        else {
          if (/(^|\r\n)\.[^.]/.test(piece)) faults.push("a dot is not doubled");
          state = "greeted";
          if (hangUp) return socket.destroy();
          readMessage(piece.replace(/(^|\r\n)\.\./g, "$1."), from, to);
          say("250 taken");
        }
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    faults,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
