/**
 * nginx as the receiver. It answers each call with 204 and logs its `Webhook-Id`. This process counts the log lines. Times are
 * nginx's, in milliseconds.
 */
import { openSync, readSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startProgram } from "../lib/program.ts";
import { arrived, serveOrders } from "./arrivals.ts";

/** Time in ms that nginx buffers lines, and between two reads of them. */
const FLUSH = 10;

// 4k takes a head and its body in one read. The folders are set, because some packages of nginx use folders that only root can
// write.
const conf = (port: number) => `
daemon off;
pid nginx.pid;
error_log stderr;
worker_processes 1;
events { worker_connections 10000; }
http {
  client_header_buffer_size 4k;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
  log_format calls '$http_webhook_id $msec';
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 0.0.0.0:${port} backlog=4096;
    location / {
      access_log calls.log calls buffer=64k flush=${FLUSH}ms;
      return 204;
    }
  }
}
`;

const { folder, port } = await startProgram("nginx", (nginx) => {
  writeFileSync(join(nginx.folder, "nginx.conf"), conf(nginx.port));
  return ["-p", nginx.folder, "-c", "nginx.conf", "-e", "stderr"];
});
const file = join(folder, "calls.log");
const log = openSync(file, "r");
const chunk = Buffer.alloc(1 << 20);
let position = 0;
let rest = "";

function read(): void {
  for (;;) {
    const size = readSync(log, chunk, 0, chunk.length, position);
    if (size === 0) return;
    position += size;
    const lines = (rest + chunk.toString("latin1", 0, size)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [id = "", seconds] = line.split(" ");
      arrived(id, Number(seconds) * 1_000);
    }
  }
}

setInterval(read, FLUSH);
serveOrders(port, {
  reset: () => {
    truncateSync(file);
    position = 0;
    rest = "";
  },
  settle: async () => {
    await delay(3 * FLUSH);
    read();
  },
});
