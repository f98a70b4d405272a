#!/usr/bin/env bash
# npm run test:container
#
# Builds the image of the Dockerfile with buildah, without a daemon, and runs it as a stranger would:
# with a read-only root file system, as another user, stopped by SIGTERM, started again on its volume,
# with backup and restore. The base images are made by mmdebstrap, so no registry of images is needed.
# Chroot isolation has no read-only root, so the root file system of the image runs in a mount and a
# process namespace of its own, with the command, environment and health check of the image.
# Where the machine lacks something, it says so, and tries nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
most_mb=150
suite=trixie

not_tried() { echo "container: not tried: $1"; exit 0; }
[[ $(uname -s) == Linux ]] || not_tried 'it needs Linux'
[[ $(id -u) == 0 ]] || not_tried 'only root can make the namespaces'
for tool in buildah mmdebstrap unshare setpriv; do
  command -v "$tool" >/dev/null || not_tried "$tool is not installed (apt-get install buildah mmdebstrap)"
done

# With QPR_CONTAINER_WORK the base image and the layers are kept for the next run.
work=${QPR_CONTAINER_WORK:-$(mktemp -d /tmp/qpr-container-XXXXXX)}
mkdir -p "$work"
service=
clean_up() {
  [[ -z $service ]] || kill -9 "$service" 2>/dev/null || true
  bud rm --all >/dev/null 2>&1 || true
  rm -rf "$work/volume" "$work/oci"
  [[ -n ${QPR_CONTAINER_WORK:-} ]] || rm -rf "$work"
}
trap clean_up EXIT

step() { echo "container: $*"; }
fail() { echo "container: FAILED: $*" >&2; exit 1; }
bud() { buildah --storage-driver vfs --root "$work/storage" --runroot "$work/run" "$@"; }

make_bases() {
  [[ -z $(bud images --quiet --filter reference=localhost/qpr-test-build-base) ]] || return 0
  if [[ ! -d $work/base ]]; then
    # It mounts folders of this machine, such as /dev/shm, into the new root. In a mount namespace of its own
    # they are never visible to `rm -rf` here, which would empty them after an interruption.
    # The paths are what debian:trixie-slim leaves out too.
    unshare --mount mmdebstrap --quiet --variant=minbase --dpkgopt=force-unsafe-io \
      --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
      --dpkgopt='path-exclude=/usr/share/locale/*' "$suite" "$work/base.part"
    mv "$work/base.part" "$work/base"
  fi
  local container npm
  container=$(bud from scratch)
  bud add --quiet "$container" "$work/base" / >/dev/null
  bud commit --quiet --format docker "$container" qpr-test-base >/dev/null
  # The base of the build has the Node.js and the npm of this machine.
  npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  [[ -f $npm/bin/npm-cli.js ]] || fail "there is no npm in $npm"
  bud copy --quiet "$container" "$(readlink -f node_modules/node/bin/node)" /usr/local/bin/node >/dev/null
  bud copy --quiet "$container" "$npm" /usr/local/lib/node_modules/npm >/dev/null
  bud run --isolation chroot "$container" -- \
    ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  bud config --env "npm_config_registry=$(npm config get registry 2>/dev/null)" \
    --env npm_config_prefer_offline=true "$container"
  bud commit --quiet --format docker "$container" qpr-test-build-base >/dev/null
}

build_image() {
  local cache
  cache=$(npm config get cache 2>/dev/null)
  mkdir -p "$cache"
  bud bud --quiet --layers --isolation chroot --format docker --volume "$cache:/root/.npm" \
    --build-arg BASE=localhost/qpr-test-base --build-arg BUILD_BASE=localhost/qpr-test-build-base \
    --tag qpr-test "$root" >/dev/null
}

check_size() {
  bud push --quiet qpr-test "oci:$work/oci" >/dev/null
  local mb
  mb=$(du -sm "$work/oci" | cut -f1)
  ((mb < most_mb)) || fail "the compressed image has $mb MB, not below $most_mb"
  step "the compressed image has $mb MB"
}

# setting NAME: a list or a text of the image's configuration, one entry on each line.
setting() {
  bud inspect --type image qpr-test | node -e "
    const { config } = JSON.parse(require('fs').readFileSync(0)).Docker
    console.log([config.$1].flat().join('\n'))"
}

# The folder of a container is the image's root file system, and the volume a folder of this machine.
unpack() {
  rootfs=$(bud mount "$(bud from --name qpr-test-run qpr-test)")
  mapfile -t entrypoint < <(setting Entrypoint)
  mapfile -t cmd < <(setting Cmd)
  # A runtime of containers sets PATH where the base image does not.
  mapfile -t env < <(echo PATH=/usr/local/bin:/usr/bin:/bin; setting Env)
  mapfile -t health < <(setting Healthcheck.Test)
  workdir=$(setting WorkingDir)
  [[ $(setting User) == 10001:0 ]] || fail "the user is $(setting User)"
  [[ $(setting 'Volumes["/data"]') == '[object Object]' ]] || fail 'there is no volume'
  # As a volume starts: with the owner and the mode that the folder has in the image.
  cp -a "$rootfs/data" "$work/volume"
}

# inside USER COMMAND…: runs a command in the image as `docker run --read-only --user USER` would.
inside() {
  local user=$1
  shift
  exec unshare --mount --pid --fork --kill-child bash -c '
    set -e
    rootfs=$1 volume=$2
    shift 2
    mount --bind "$rootfs" "$rootfs"
    mount --rbind /dev "$rootfs/dev"
    mount -t proc proc "$rootfs/proc"
    mount --bind "$volume" "$rootfs/data"
    mount -o remount,bind,ro "$rootfs"
    exec setpriv --no-new-privs env -i "$@"' - "$rootfs" "$work/volume" \
    "${env[@]}" PORT="$port" "${more[@]}" \
    "$(command -v chroot)" --userspec="$user" --groups= "$rootfs" \
    /bin/sh -c 'cd "$0" && exec "$@"' "$workdir" "$@"
}

# start USER: the image's own command, as the first process.
start() {
  : >"$work/log"
  (inside "$1" "${entrypoint[@]}" "${cmd[@]}") >"$work/log" 2>&1 &
  service=$!
  local end=$((SECONDS + 120))
  until grep -q 'QPR is running' "$work/log"; do
    kill -0 "$service" 2>/dev/null && ((SECONDS < end)) || { cat "$work/log"; fail 'it does not start'; }
    sleep 0.2
  done
}

# stop: SIGTERM to the first process alone ends it with 0.
stop() {
  local first code=0 startedAt=$SECONDS
  first=$(cat "/proc/$service/task/$service/children")
  kill -TERM ${first:?there is no process}
  wait "$service" || code=$?
  service=
  [[ $code == 0 ]] || fail "SIGTERM ended it with $code"
  ((SECONDS - startedAt <= 10)) || fail 'SIGTERM took more than 10 s'
  grep -q '"msg":"stopped"' "$work/log" || fail 'it did not stop in order'
}

qpr() { (inside "$user" "${entrypoint[@]}" "$@"); }
get() { node -e "fetch('http://127.0.0.1:$port$1', { headers: { authorization: 'Bearer $key' } })
  .then(async (answer) => console.log(answer.status, (await answer.text()).slice(0, 400).replaceAll('\0', '')))"; }
expect() { [[ $2 == $1 ]] || fail "expected $1, got $2"; }

check_running() {
  expect '200*' "$(get /readyz)"
  expect '200*QPR Studio*' "$(get /studio | tr -d '\n')"
  expect '200*' "$(get /openapi.json)"
  [[ ${health[0]} == CMD ]] || fail 'there is no health check'
  (inside "$user" "${health[@]:1}") || fail 'the health check fails'
  (inside "$user" qpr doctor) || fail 'qpr doctor finds a fault'
  (inside "$user" /bin/sh -c '! touch /opt/qpr/x 2>/dev/null') || fail 'the root is writable'
}

create_code() {
  node -e "fetch('http://127.0.0.1:$port/v1/qpr-codes', { method: 'POST', headers: {
    authorization: 'Bearer $key', 'content-type': 'application/json' },
    body: JSON.stringify({ name: '$1', prompt: 'Breakfast is from 7 to 10:30.' }) })
    .then((answer) => answer.json()).then((code) => console.log(code.short_id))"
}

# A user that the image does not know, with the group 0, as platforms choose it.
user=54321:0
key=a-key-that-only-tests-know
port=$(node -e "const s = require('net').createServer().listen(0, () => {
  console.log(s.address().port); s.close() })")
# Without a runtime of containers there is no /etc/hosts with localhost.
more=(QPR_API_KEY="$key" OLLAMA_HOST=127.0.0.1:1 QPR_BASE_URL="http://127.0.0.1:$port")

step "making the base image (Debian $suite)"
make_bases
step 'building the image'
build_image
check_size
unpack

step 'first start, read-only, as another user'
start "$user"
check_running
expect '200*' "$(get "/qr/$(create_code before).pdf")"
step 'backup while it runs'
qpr backup /data/backup.db
create_code after >/dev/null
expect '*"total":2*' "$(get /v1/qpr-codes?limit=1)"
stop

step 'second start on the same volume'
start "$user"
expect '*"total":2*' "$(get /v1/qpr-codes?limit=1)"
stop
(inside "$user" "${health[@]:1}") && fail 'the health check passes without a service'

step 'restore'
qpr restore /data/backup.db
start "$user"
expect '*"total":1*' "$(get /v1/qpr-codes?limit=1)"
stop

step 'first start as the user of the image'
rm -rf "$work/volume"
cp -a "$rootfs/data" "$work/volume"
user=10001:0
start "$user"
check_running
stop
step 'passed'
