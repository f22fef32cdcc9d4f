/** The health check of the image: ends with 0 if the role of this container answers on the port of its metrics. */
const ports = [process.env.HIGHSTREET_METRICS_PORT || [9464, 9465, 9466, 9467]].flat();

async function healthy(port) {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) });
  if (!ok) throw new Error(`Port ${port} is not healthy.`);
}

await Promise.any(ports.map(healthy)).catch(() => {
  console.error(`No port of ${ports.join(", ")} is healthy.`);
  process.exitCode = 1;
});
