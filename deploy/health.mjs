/** The health check of the image: ends with 0 if the role of this container answers. Only one of the three ports is open. */
const { HIGHSTREET_REST_PORT, HIGHSTREET_CONSOLE_PORT, HIGHSTREET_METRICS_PORT } = process.env;
const ports = [HIGHSTREET_REST_PORT || 4000, HIGHSTREET_CONSOLE_PORT || 3000, HIGHSTREET_METRICS_PORT || 9465];

async function healthy(port) {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) });
  if (!ok) throw new Error(`Port ${port} is not healthy.`);
}

await Promise.any(ports.map(healthy)).catch(() => {
  console.error(`No port of ${ports.join(", ")} is healthy.`);
  process.exitCode = 1;
});
