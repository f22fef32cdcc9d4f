#!/bin/sh
# Builds the files of the image from a copy of the repository: deploy/build.sh <folder for the files> [with-node].
# The Dockerfile runs it, and so do `npm run deploy:check` and release.sh, whose releases have their own Node.
set -eu
cd "$(dirname "$0")/.."
out=$1

node scripts/bootstrap.mjs start
NEXT_TELEMETRY_DISABLED=1 npm run build --workspace=@highstreet/console
[ "${2:-}" != with-node ] || install -D node_modules/node/bin/node "$out/node_modules/node/bin/node"

# Again with the packages of production only. The omitted optional packages are compilers and the embedded PostgreSQL, and the library of
# pictures for this machine, which stays.
pictures=$(mktemp -d)
cp -a node_modules/@img "$pictures"
npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
cp -a "$pictures/@img" node_modules
rm -r "$pictures"
# Half of the rest are source maps, types and variants for development or other databases.
find node_modules apps/console/.next -name '*.map' -delete
find node_modules -name '*.d.[cm]ts' -delete
find node_modules -name '*.d.ts' -delete
find node_modules/@prisma/client/runtime -regex '.*\.\(cockroachdb\|mysql\|sqlite\|sqlserver\)\..*' -delete
find node_modules/next/dist/compiled -name '*.dev.js' -delete
rm -rf node_modules/next/dist/esm node_modules/next/dist/docs node_modules/@highstreet/e2e apps/console/.next/cache

mkdir -p "$out/docs" "$out/prisma" "$out/deploy"
cp -a package.json LICENSE node_modules packages apps scripts "$out"
cp -a docs/*.md docs/connectors docs/images docs/snippets "$out/docs"
cp -a prisma/schema prisma/migrations "$out/prisma"
cp -a deploy/highstreet deploy/health.mjs "$out/deploy"
find "$out/packages" "$out/apps" "$out/scripts" -not -path '*/node_modules/*' \( -name '*.test.ts' -o -name '*.test.tsx' \) -delete
rm -rf "$out"/packages/*/tests "$out"/packages/*/testing "$out"/apps/*/tests
