#!/usr/bin/env bash
# test/first-answer.sh
#
# Follows the README as a stranger does, in a fresh clone of the last commit: its own commands, an empty
# home directory, no locale. Prints the seconds of each step, from the clone to the first answer.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
service=

clean_up() {
  [[ -z $service ]] || { kill -TERM "$service" && wait "$service"; } 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

# What reaches a registry, and nothing else of this environment.
network=(npm_config_registry="$(npm config get registry 2>/dev/null)")
while IFS= read -r line; do network+=("$line"); done < <(
  env | grep -iE '^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy)=' || true
)
port=$(node -e "const s = require('net').createServer().listen(0, () => {
  console.log(s.address().port); s.close() })")

# Runs a line of the README in the clone.
stranger() {
  cd "$work/qpr" && exec env -i "${network[@]}" HOME="$work/home" PATH="$PATH" PORT="$port" sh -c "$1"
}

# step NAME FUNCTION [LINE]: the output is in $work/out.
step() {
  local from=$SECONDS
  "${@:2}" >"$work/out" 2>&1 || { cat "$work/out"; echo "FAILED: $1" >&2; exit 1; }
  printf '%4d s  %s\n' $((SECONDS - from)) "$1"
}

# section TITLE: the lines of its block of commands.
section() {
  awk -v title="## $1" '$0 == title { on = 1 } on && /^```$/ { exit } on && code { print } on && /^```sh/ { code = 1 }' \
    "$work/qpr/README.md"
}

line() { (stranger "$1"); }

start() {
  (stranger "$1") >"$work/service" 2>&1 &
  service=$!
  until grep -q 'QPR is running' "$work/service"; do
    kill -0 "$service" || { cat "$work/service"; return 1; }
    sleep 0.2
  done
}

mkdir "$work/home"
step 'git clone' git clone --quiet --no-local "$root" "$work/qpr"
run=$(section Run)
step "${run% && *}" line "${run% && *}"
step "${run#* && }" start "exec ${run#* && }"
short_id=
while IFS= read -r command; do
  step "$command" line "${command/SHORT_ID/$short_id}"
  [[ $command != *'codes create'* ]] || short_id=$(grep -oE '/s/[0-9a-z]+' "$work/out" | head -1 | cut -c4-)
done < <(section 'A first code')
cat "$work/out"
grep -q '7 to 10:30' "$work/out" || { echo 'FAILED: the answer is not in the prompt' >&2; exit 1; }
echo "$SECONDS s from the clone to the first answer"
