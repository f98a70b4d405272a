#!/usr/bin/env bash
# test/install.sh [NODE:NPM …]
#
# Installs the last commit in a fresh clone with each supported pair of Node.js and npm, starts and
# stops the service, and prints a table. Node.js: the first and last release of each line. npm: the
# last release of 10, 11 and 12, where its own `engines` allow that Node.js. All of them are npm
# packages, so this needs the registry and nothing else. `npm test` is represented by the types and
# one folder of tests. `npm ci --omit=dev` runs once with each npm. With arguments, only those pairs
# are tried, e.g. `test/install.sh 20.9.0:10 26.0.0:12`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
work=${QPR_INSTALL_WORK:-$(mktemp -d)}
lines='20 22 24 26'
oldest=20.9.0
# Measured on x64: 1006 and 474 MB. These are 5 % more.
max_mb=1056
max_production_mb=498
failed=0
tried_npms=' '
service=

clean_up() {
  [[ -z $service ]] || kill -9 "$service" 2>/dev/null || true
  [[ -n ${QPR_INSTALL_WORK:-} ]] || rm -rf "$work"
}
trap clean_up EXIT

# What reaches a registry, and nothing else of this environment: no setting of npm, no locale.
network=()
while IFS= read -r line; do network+=("$line"); done < <(
  env | grep -iE '^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy)=' || true
)
registry=$(npm config get registry 2>/dev/null)
platform=$(node -p '`${process.platform}-${process.arch}`')
[[ $platform == darwin-arm64 ]] && node_package=node-bin-$platform || node_package=node-$platform

# fetch PACKAGE@VERSION FOLDER
fetch() {
  [[ -e $2/package.json ]] && return
  mkdir -p "$2" "$work/tarballs"
  local name
  name=$(cd "$work/tarballs" && npm pack --silent "$1" 2>/dev/null | tail -1) ||
    { echo "The registry has no $1." >&2; exit 1; }
  tar -xzf "$work/tarballs/$name" -C "$2" --strip-components=1
  rm -f "$work/tarballs/$name"
}

# use NODE NPM: makes a folder with exactly these two.
use() {
  fetch "$node_package@$1" "$work/node-$1"
  fetch "npm@$2" "$work/npm-$2"
  tools=$work/tools-$1-$2
  mkdir -p "$tools"
  ln -sf "$work/node-$1/bin/node" "$tools/node"
  printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' \
    "$tools/node" "$work/npm-$2/bin/npm-cli.js" >"$tools/npm"
  chmod +x "$tools/npm"
}

npm_allows_node() {
  (cd "$work/npm-$2" && node -e "
    const allowed = require('./package.json').engines.node
    process.exit(require('./node_modules/semver').satisfies('$1', allowed) ? 0 : 1)")
}

# A clean environment, with a cache that all pairs share; `exec`, so that the process has the id of the program.
clean() {
  exec env -i "${network[@]}" HOME="$work/home" PATH="$tools:/usr/local/bin:/usr/bin:/bin" \
    npm_config_registry="$registry" npm_config_cache="$work/cache" npm_config_prefer_offline=true \
    PORT=$port "$@"
}

# step NAME COMMAND...: runs it in the clone; its output is in $work/NAME.log.
step() {
  local name=$1 startedAt=$SECONDS
  shift
  if (cd "$clone" && clean "$@") >"$work/$name.log" 2>&1; then
    result="$((SECONDS - startedAt)) s"
  else
    fail "$name"
    cat "$work/$name.log"
  fi
}

fail() {
  result=FAILED
  failed=1
  echo "FAILED: $1 with Node.js $node_version and npm $npm_version" >&2
}

# From Node.js 22.19 on nothing may warn; before, only npm of `engines`. Warnings of the bundler have a
# name in brackets or begin with (!).
count_warnings() {
  local allowed='^npm warn EBADENGINE'
  [[ $(printf '%s\n' 22.19.0 "$node_version" | sort -V | head -1) == 22.19.0 ]] && allowed='^$'
  local unexpected
  unexpected=$(grep -iE '^npm warn|warning|\[[A-Z_]+\]|\(!\)' "$work/$1.log" | grep -viE "$allowed" || true)
  result=$(grep -icE '^npm warn.*(unsupported|deprecated)' "$work/$1.log" || true)
  [[ -z $unexpected ]] || { echo "$unexpected" >&2; fail "no warnings at $1"; }
}

# check_size MAX
check_size() {
  local mb
  mb=$(du -sm "$clone" | cut -f1)
  ((mb < $1)) || fail "$mb MB, not below $1"
  result="$mb MB"
}

is_open() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }

# tries SECONDS COMMAND...: repeats the command until it succeeds.
tries() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

studio_is_there() {
  node -e "fetch('http://127.0.0.1:$port/studio').then((answer) => answer.text()).then((page) =>
    process.exit(/assets\/index-.*\.js/.test(page) ? 0 : 1))"
}

# The command that the install has linked: while the service runs it builds nothing, and downloads nothing.
command_only_runs() {
  touch "$work/before-command"
  (cd "$clone" && clean npm exec --offline -- qpr signin) >"$work/command.log" 2>&1 &&
    grep -q '/signin' "$work/command.log" &&
    [[ -z $(find "$clone/dist" "$clone"/web/*/dist -newer "$work/before-command") ]] ||
    { cat "$work/command.log"; return 1; }
}

is_gone() { ! kill -0 "$service" 2>/dev/null && ! is_open; }

# Starts the service, runs a command beside it, reads the Studio, sends SIGTERM to npm alone: the process is gone and the port
# is closed within 10 s.
start_and_stop() {
  local startedAt=$SECONDS log=$work/start.log
  # Without the old log: its line would be found before the service runs.
  rm -rf "$clone/data" "$log"
  (cd "$clone" && clean npm start) >"$log" 2>&1 &
  service=$!
  result=
  if tries 180 grep -q 'QPR is running' "$log" && command_only_runs && studio_is_there; then
    local ready=$((SECONDS - startedAt)) stopAt=$SECONDS
    kill -TERM "$service"
    tries 10 is_gone && result="$ready s / $((SECONDS - stopAt)) s"
  fi
  [[ -n $result ]] || { fail start_and_stop; cat "$log"; kill -9 "$service" 2>/dev/null || true; }
  wait "$service" || fail 'exit code of npm start'
  service=
}

row() {
  printf '| %-8s | %-7s | %-9s | %-8s | %-7s | %-14s | %-7s | %-7s | %-19s |\n' "$@"
}

production() {
  result=-
  [[ $tried_npms != *" $npm_version "* ]] || return 0
  tried_npms+="$npm_version "
  # Without what the install before it has built.
  git -C "$clone" clean -fdxq --exclude=node_modules
  step production npm ci --omit=dev
  check_size $max_production_mb
  local size=$result
  start_and_stop
  result="$size, $result"
}

run_pair() {
  node_version=$1 npm_version=$2
  local cells=()
  clone=$work/clone
  rm -rf "$clone"
  # As from a server: objects in one pack.
  git clone --quiet --no-local "$root" "$clone"
  step install npm install; cells+=("$result")
  count_warnings install; cells+=("$result")
  check_size $max_mb; cells+=("$result")
  start_and_stop; cells+=("$result")
  git -C "$clone" checkout --quiet .
  step ci npm ci
  local ci=$result
  count_warnings ci; cells+=("$ci")
  step types npm run types
  step test npm exec -- node test/run.ts fast src/platform/kit; cells+=("$result")
  production
  cells+=("$result")
  row "$node_version" "$npm_version" "${cells[@]}"
  rm -rf "$clone"
}

# releases MAJOR: its first and last supported release for this platform.
releases() {
  npm view "$node_package" versions --json 2>/dev/null | node -e "
    const compare = (a, b) => a.localeCompare(b, 'en', { numeric: true })
    const all = JSON.parse(require('fs').readFileSync(0))
      .filter((version) => /^$1\.\d+\.\d+$/.test(version) && compare(version, '$oldest') >= 0)
      .sort(compare)
    console.log(all[0], all.at(-1))"
}

run_all() {
  local line node npm
  for line in $lines; do
    for node in $(releases "$line"); do
      for npm in 10 11 12; do
        use "$node" "$npm"
        if npm_allows_node "$node" "$npm"; then run_pair "$node" "$npm"; fi
      done
    done
  done
}

mkdir -p "$work/home"
port=$(node -e "const s = require('net').createServer().listen(0, () => {
  console.log(s.address().port); s.close() })")
echo "Commit $(git rev-parse --short HEAD), $platform. production: npm ci --omit=dev."
row Node.js npm install warnings size start/stop ci test production
row --- --- --- --- --- --- --- --- ---
for pair in "${@:-all}"; do
  [[ $pair == all ]] && run_all && break
  use "${pair%:*}" "${pair#*:}"
  run_pair "${pair%:*}" "${pair#*:}"
done
exit $failed
