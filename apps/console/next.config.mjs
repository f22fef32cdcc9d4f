/**
 * JavaScript, because Next needs its compiler to read a configuration in TypeScript, and production has no compiler.
 * @type {import("next").NextConfig}
 */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` does that, for all packages at once.
  typescript: { ignoreBuildErrors: true },
};

export default config;
