import { type Quota, quotaNames, standardQuotas } from "../access/quotas.ts";
import { MUST_BE_KEYS, parseKeys } from "../access/vault.ts";
import * as parse from "./parse.ts";

const servers = ["rest", "worker", "console", "sftp"] as const;
const serversAndStart = [...servers, "start"] as const;
const all = [...serversAndStart, "migrate", "admin"] as const;

const write = {
  database: "write it as postgresql://user:password@host:5432/database",
  key: "make one with: openssl rand -base64 32",
};

const quotaSetting = (name: string, quota: Quota, owner = "partner") => ({
  name,
  meaning: `Maximum number of ${quotaNames[quota]} per ${owner}`,
  roles: ["rest", "console", "admin"] as const,
  parse: parse.count,
  default: String(standardQuotas[quota]),
});

const metricsPort = (name: string, process: string, standard: string) => ({
  name,
  meaning: `The port of the metrics of ${process} in \`npm start\``,
  roles: ["start"] as const,
  parse: parse.port,
  default: standard,
});

const days = (name: string, meaning: string, standard: string) => ({
  name,
  meaning,
  roles: ["worker"] as const,
  parse: parse.days,
  default: standard,
});

/** Every setting of Highstreet, once. Those of the providers are in packages/providers. docs/operating.md has the same table. */
export const declared = {
  databaseUrl: {
    name: "DATABASE_URL",
    meaning: "The address of the database, PostgreSQL 15 to 18. Without it, `npm start` runs an embedded one",
    roles: all,
    parse: parse.databaseUrl,
    requiredBy: [...servers, "migrate"],
    write: write.database,
  },
  directUrl: {
    name: "DATABASE_DIRECT_URL",
    meaning: "The address of PostgreSQL itself if `DATABASE_URL` goes through a pooler",
    roles: all,
    parse: parse.databaseUrl,
  },
  connections: {
    name: "HIGHSTREET_DATABASE_CONNECTIONS",
    meaning: "Maximum number of connections in the pool of the process",
    roles: servers,
    parse: parse.whole(2, 1_000, "a whole number, 2 to 1000"),
    usual: "10, worker 20",
  },
  databaseWaitMs: {
    name: "HIGHSTREET_DATABASE_WAIT_SECONDS",
    meaning: "Longest wait at start for a database that does not accept connections yet",
    roles: all,
    parse: parse.seconds,
    default: "60",
  },
  secretKey: {
    name: "HIGHSTREET_SECRET_KEY",
    meaning: "The keys that encrypt secrets and sign sessions: each 32 bytes in base64, separated by commas",
    roles: [...serversAndStart, "admin"],
    parse: (text: string): string => {
      try {
        parseKeys(text);
        return text;
      } catch (cause) {
        throw new Error(MUST_BE_KEYS, { cause });
      }
    },
    requiredBy: servers,
    write: write.key,
  },
  restPort: {
    name: "HIGHSTREET_REST_PORT",
    meaning: "The port of the REST API",
    roles: ["rest", "console", "sftp", "start"],
    parse: parse.port,
    default: "4000",
  },
  consolePort: {
    name: "HIGHSTREET_CONSOLE_PORT",
    meaning: "The port of the console",
    roles: ["console", "admin", "start"],
    parse: parse.port,
    default: "3000",
  },
  host: {
    name: "HIGHSTREET_HOST",
    meaning: "The address that REST, SFTP and console listen on; `0.0.0.0` or `::` means all",
    roles: ["rest", "console", "sftp", "start"],
    parse: parse.anyText,
    default: "127.0.0.1",
  },
  metricsHost: {
    name: "HIGHSTREET_METRICS_HOST",
    meaning: "The address that the metrics listen on",
    roles: servers,
    parse: parse.anyText,
    default: "127.0.0.1",
  },
  metricsPort: {
    name: "HIGHSTREET_METRICS_PORT",
    meaning: "The port of the metrics, `/healthz` and `/readyz` of the process",
    roles: servers,
    parse: parse.port,
    usual: "9464, worker 9465, console 9466, sftp 9467",
  },
  restMetricsPort: metricsPort("HIGHSTREET_REST_METRICS_PORT", "REST", "9464"),
  workerMetricsPort: metricsPort("HIGHSTREET_WORKER_METRICS_PORT", "the worker", "9465"),
  consoleMetricsPort: metricsPort("HIGHSTREET_CONSOLE_METRICS_PORT", "the console", "9466"),
  sftpMetricsPort: metricsPort("HIGHSTREET_SFTP_METRICS_PORT", "SFTP", "9467"),
  sftpPort: {
    name: "HIGHSTREET_SFTP_PORT",
    meaning: "The port of SFTP. Without it, `npm start` starts no SFTP. REST only warns that it does not serve SFTP",
    roles: ["rest", "sftp", "start"],
    parse: parse.port,
    requiredBy: ["sftp"],
    write: "write the port to which tills connect, such as 2222",
  },
  sftpHostKeyFile: {
    name: "HIGHSTREET_SFTP_HOST_KEY_FILE",
    meaning: "A private key for the gateway (PEM or OpenSSH). Without it, the host key is derived from the secret key",
    roles: ["sftp"],
    parse: parse.readableFile,
  },
  publicUrl: {
    name: "HIGHSTREET_PUBLIC_URL",
    meaning: "The address by which partners reach the REST API",
    roles: ["rest", "console", "sftp", "start"],
    parse: parse.webUrl,
    usual: "`http://localhost:4000`",
  },
  consoleUrl: {
    name: "HIGHSTREET_CONSOLE_URL",
    meaning: "The address by which staff reach the console",
    roles: ["console", "worker", "admin", "start"],
    parse: parse.webUrl,
    requiredBy: ["console"],
    write: "write the address by which staff reach the console, such as https://shops.example.com",
  },
  smtpUrl: {
    name: "HIGHSTREET_SMTP_URL",
    meaning: "The mail server. Without it, links are shown to the person who invites",
    roles: ["worker", "console"],
    parse: parse.smtpUrl,
  },
  smtpFrom: {
    name: "HIGHSTREET_SMTP_FROM",
    meaning: "The sender of e-mails, such as `Highstreet <shops@example.com>`",
    roles: ["worker"],
    parse: parse.anyText,
    write: "the sender, as Highstreet <shops@example.com>",
  },
  rateLimit: {
    name: "HIGHSTREET_RATE_LIMIT",
    meaning: "Calls per second of one API key or one person. The processes of REST divide it evenly",
    roles: ["rest", "console", "sftp"],
    parse: parse.count,
    default: "1000",
  },
  maxRetailers: quotaSetting("HIGHSTREET_MAX_RETAILERS", "retailers"),
  maxStores: quotaSetting("HIGHSTREET_MAX_STORES", "stores"),
  maxKeys: quotaSetting("HIGHSTREET_MAX_KEYS", "keys"),
  maxSources: quotaSetting("HIGHSTREET_MAX_SOURCES", "sources"),
  maxStaff: quotaSetting("HIGHSTREET_MAX_STAFF", "staff"),
  maxPictureBytes: quotaSetting("HIGHSTREET_MAX_PICTURE_BYTES", "pictures"),
  maxEndpoints: quotaSetting("HIGHSTREET_MAX_ENDPOINTS", "endpoints", "partner, and per retailer"),
  pictureBucket: {
    name: "HIGHSTREET_PICTURE_BUCKET",
    meaning: "An S3-compatible bucket for pictures. Without it, the database keeps them",
    roles: ["rest", "console", "worker", "admin"],
    parse: parse.bucketUrl,
  },
  corsOrigins: {
    name: "HIGHSTREET_CORS_ORIGINS",
    meaning:
      "Origins whose browser pages may call the API, separated by commas; `loopback` means pages of this machine",
    roles: ["rest"],
    parse: parse.origins,
    default: "",
  },
  trustedProxies: {
    name: "HIGHSTREET_TRUSTED_PROXIES",
    meaning: "Addresses and networks of proxies whose `X-Forwarded-For` counts, separated by commas",
    roles: ["rest", "console"],
    parse: parse.networks,
    default: "",
  },
  retentionDays: days("HIGHSTREET_RETENTION_DAYS", "Days to keep events and deliveries", "30"),
  ingestDays: days("HIGHSTREET_INGEST_DAYS", "Days to keep ingests; the latest of each source stays", "90"),
  historyDays: days("HIGHSTREET_HISTORY_DAYS", "Days to keep history entries", "365"),
  keyDays: days("HIGHSTREET_KEY_DAYS", "Days to keep API keys after revocation or expiry", "365"),
  sessionDays: days("HIGHSTREET_SESSION_DAYS", "Days to keep staff sessions after their end", "30"),
  drainDelayMs: {
    name: "HIGHSTREET_DRAIN_DELAY_SECONDS",
    meaning: "Seconds after SIGTERM in which REST, SFTP and console still take calls. `npm start` sets 0",
    roles: ["rest", "console", "sftp"],
    parse: parse.seconds,
    default: "1",
  },
  drainMs: {
    name: "HIGHSTREET_DRAIN_SECONDS",
    meaning: "Seconds that the running work may then take",
    roles: serversAndStart,
    parse: parse.seconds,
    default: "25",
  },
  logLevel: {
    name: "HIGHSTREET_LOG_LEVEL",
    meaning: "How much is logged",
    roles: servers,
    parse: parse.oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"),
    default: "info",
  },
  tracesUrl: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    meaning: "The collector that receives traces over OTLP/HTTP, without `/v1/traces`. Without it, nothing is traced",
    roles: servers,
    parse: parse.webUrl,
  },
  tracesHeaders: {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    meaning: "Headers for the collector, such as `authorization=Bearer%20…`, separated by commas",
    roles: servers,
    parse: parse.anyText,
  },
  traceService: {
    name: "OTEL_SERVICE_NAME",
    meaning: "The name of the process in traces",
    roles: servers,
    parse: parse.anyText,
    usual: "`highstreet-rest`, `-worker`, `-console`, `-sftp`",
  },
  traceSampler: {
    name: "OTEL_TRACES_SAMPLER",
    meaning: "Which traces are recorded. With `parentbased_…`, the caller of a call decides first",
    roles: servers,
    parse: parse.oneOf(
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ),
    default: "parentbased_always_on",
  },
  traceSamplerArg: {
    name: "OTEL_TRACES_SAMPLER_ARG",
    meaning: "The share of traces that `…traceidratio` records, 0 to 1",
    roles: servers,
    parse: parse.share,
    default: "1",
  },
  dataDir: {
    name: "HIGHSTREET_DATA_DIR",
    meaning: "The folder of the embedded database and of the key that `npm start` makes",
    roles: ["start", "admin"],
    parse: parse.anyText,
    default: ".data",
  },
  allowLocalWebhooks: {
    name: "HIGHSTREET_ALLOW_LOCAL_WEBHOOKS",
    meaning: "For development: 1 allows webhooks and files at `http://` loopback addresses",
    roles: serversAndStart,
    parse: parse.isOne,
    default: "0",
  },
  webhookInbox: {
    name: "HIGHSTREET_WEBHOOK_INBOX",
    meaning: "For development: 1 shows an inbox in the console that receives webhooks",
    roles: ["console", "start"],
    parse: parse.isOne,
    default: "0",
  },
  isDemo: {
    name: "HIGHSTREET_DEMO",
    meaning: "1: no warning of the sandbox. `npm start` sets it for a demo shop",
    roles: serversAndStart,
    parse: parse.isOne,
    default: "0",
  },
  connectorsUrl: {
    name: "HIGHSTREET_CONNECTORS_URL",
    meaning: "For development: the address of a replacement for all shop systems",
    roles: ["worker"],
    parse: parse.webUrl,
  },
} as const satisfies Record<string, parse.Setting>;
