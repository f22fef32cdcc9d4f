import type { Socket } from "node:net";

/**
 * Cuts a connection off that brings more bytes after one request than an answer may have. An HTTP parser hands on bodies and
 * counts headers, but reads all else for ever: interim answers, reasons of a status, extensions of chunks.
 */
export function limitAnswers(socket: Socket, mostBytes: number): void {
  let written = 0;
  let read = 0;
  let readBefore = 0;
  socket.on("readable", () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      readBefore = read;
    }
    read = socket.bytesRead;
    if (read - readBefore <= mostBytes) return;
    // Once the parser has read what came: it may be the end of the answer, or enough of it.
    queueMicrotask(() => socket.destroy(new Error("the answer is too long")));
  });
}
