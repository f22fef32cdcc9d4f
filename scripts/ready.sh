# Brings the packages up to date, then becomes a program: sh scripts/ready.sh <start or all> <program> …
# Ctrl-C reaches npm through the bootstrap. Without the trap, this shell would end before them.
part=$1
shift
trap : INT
code=0
node scripts/bootstrap.mjs "$part" || code=$?
trap - INT
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node}"
[ $code = 0 ] && exec "$@"
[ $code = 130 ] && kill -INT $$
exit $code
