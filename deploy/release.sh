#!/bin/sh
# Builds a release beside the running one, on a machine with systemd, and switches to it:
#   release.sh <tag or commit>   builds, migrates, switches, and restarts the roles one after the other
#   release.sh rollback          switches back to the release before, without a build
# A failed build or migration changes nothing. If a role does not get ready, the release before comes back.
# The same release again restarts the roles: that completes an interrupted switch.
# Beside this clone are `releases`, with the last three, and `current`, the link to the one that runs.
set -eu
umask 022
repository=$(cd -P "$(dirname "$0")/.." && pwd)
base=$(dirname "$repository")
settings=/etc/highstreet/highstreet.env

fail() {
  echo "$1" >&2
  exit 1
}

# The files of the image, with Node.
build() {
  building=$(mktemp -d "$base/building.XXXXXX")
  trap 'rm -rf "$building"' EXIT
  trap 'exit 1' HUP INT TERM
  mkdir "$building/source"
  git -C "$repository" archive "$1" | tar -x -C "$building/source"
  sh "$building/source/deploy/build.sh" "$building/app" with-node || fail "The build failed. Nothing has changed."
  mkdir -p "$base/releases"
  mv "$building/app" "$base/releases/$1"
}

# The name of the release that a link leads to; empty without the link.
release_of() {
  basename "$(readlink "$base/$1" || true)"
}

# `mv` replaces the link at once: no process finds it missing. Without a name the link goes.
point() {
  [ -n "$2" ] || { rm -f "$base/$1"; return; }
  ln -sfn "releases/$2" "$base/$1.new"
  mv -T "$base/$1.new" "$base/$1"
}

# The port of the metrics answers from the first moment of a process.
is_ready() {
  for _ in $(seq 90); do
    curl --silent --fail --output /dev/null "http://$host:$1/readyz" && return
    sleep 1
  done
  return 1
}

# The worker is first: an old one must not meet the test retailers that a new REST makes.
restart() {
  for role in worker:9465 rest:9464 console:9466 sftp:9467; do
    unit=highstreet-${role%:*}
    systemctl is-enabled --quiet "$unit" || continue
    echo "Restarting $unit"
    systemctl restart "$unit" && is_ready "${role#*:}" || return 1
  done
}

switch_back() {
  trap '' HUP INT TERM
  point current "$before"
  point previous "$former"
  [ -n "$before" ] || fail "$1"
  restart || fail "$1 $unit of the release before did not get ready, either."
  fail "$1 $before runs again."
}

[ $# -eq 1 ] || fail "Name a tag or a commit, or write rollback."
exec 9>"$base/.releasing"
flock --nonblock 9 || fail "Another release is running."
host=$(sed -n 's/^HIGHSTREET_METRICS_HOST=//p' "$settings" | tail -n 1 | tr -d "\"'")
case $host in
'' | 0.0.0.0 | ::) host=127.0.0.1 ;;
*:*) host="[$host]" ;;
esac
before=$(release_of current)
former=$(release_of previous)
if [ "$1" = rollback ]; then
  release=$former
  [ -n "$release" ] || fail "There is no release before this one."
else
  release=$(git -C "$repository" rev-parse --verify --quiet "$1^{commit}") || fail "$1 is not in this clone: git fetch --tags."
  [ -d "$base/releases/$release" ] || build "$release"
  systemd-run --quiet --pipe --wait --property=DynamicUser=yes --property="EnvironmentFile=$settings" \
    "$base/releases/$release/deploy/highstreet" migrate || fail "The migrations failed. The release before still runs."
fi
if [ "$release" != "$before" ]; then
  trap 'switch_back "The release was interrupted."' HUP INT TERM
  [ -z "$before" ] || point previous "$before"
  point current "$release"
fi
if ! restart; then
  why="$unit did not get ready: journalctl -u $unit says why."
  [ "$release" != "$before" ] || fail "$why"
  switch_back "$why"
fi
trap - HUP INT TERM
former=$(release_of previous)
touch "$base/releases/$release"
ls -1t "$base/releases" | tail -n +4 | while read -r old; do
  [ "$old" = "$former" ] || rm -rf "$base/releases/$old"
done
echo "$release runs."
