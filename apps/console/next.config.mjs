/**
 * JavaScript, because Next needs its compiler to read a configuration in TypeScript, and production has no compiler.
 * @type {import("next").NextConfig}
 */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` does that, for all packages at once.
  typescript: { ignoreBuildErrors: true },
  // Pictures of strangers are decoded in a process of their own, and not by Next (packages/feeds).
  images: { unoptimized: true },
  // The pictures of the demo shop's products (e2e/draw-pictures.ts). Search engines and receivers load them, too.
  headers: async () => [
    {
      source: "/demo/:picture",
      headers: [
        { key: "cache-control", value: "public, max-age=31536000, immutable" },
        { key: "cross-origin-resource-policy", value: "cross-origin" },
      ],
    },
  ],
};

export default config;
