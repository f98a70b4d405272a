#!/usr/bin/env bash
# Runs representative files of each phase under conditions unlike the developer's machine:
#   npm run test:anywhere [CONDITION…]
# A condition that this machine cannot provide is reported as "not tried", with the reason.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
export PATH="$root/node_modules/.bin:$PATH"
work=$(mktemp -d /tmp/qpr-anywhere-XXXXXX)
trap 'rm -rf "$work"' EXIT
# The other user of some conditions has to get in.
chmod 755 "$work"

files=src/platform/text/text.language.test.ts,test/commands/start.test.ts,src/features/printing/pdf.test.ts
files+=,src/features/codes/codes.http.test.ts,src/features/visitor/scan.http.test.ts,src/features/scans/analytics.http.test.ts
files+=,src/features/page/page.talk.journey.test.ts,web/studio/first-run.journey.test.ts
# These depend on the network and the time zone that the browser reports.
files+=,test/harness/browser/browser.journey.test.ts,src/features/page/page.connection.journey.test.ts
files+=,test/journeys/locales.journey.test.ts,web/studio/insight.journey.test.ts
run=(node test/run.ts full "$files")

# Another user, who owns nothing of this checkout: what is written must go to temporary folders.
as_nobody() {
  setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME="$work/home" "$@"
}

copy_checkout() {
  # Without the caches: a fresh machine has none.
  mkdir -p "$1" && tar -C "$root" --exclude=./node_modules/.cache --exclude=./.git -cf - . | tar -C "$1" -xf -
}

condition_as_is() { "${run[@]}"; }
condition_no_locale() { env -u LANG -u LC_ALL "${run[@]}"; }
condition_c_locale() { LC_ALL=C LANG=C "${run[@]}"; }
condition_new_home() { mkdir "$work/empty"; HOME="$work/empty" "${run[@]}"; }
condition_tokyo() { TZ=Asia/Tokyo "${run[@]}"; }
condition_kiritimati() { TZ=Pacific/Kiritimati "${run[@]}"; }
condition_umask_077() { (umask 077; "${run[@]}"); }
condition_space_in_path() { copy_checkout "$work/a folder" && (cd "$work/a folder" && PATH="$PWD/node_modules/.bin:$PATH" "${run[@]}"); }
condition_ordinary_user() {
  needs_root && needs setpriv || return 2
  copy_checkout "$work/theirs" && mkdir -p "$work/home" && chown -R nobody:nogroup "$work/theirs" "$work/home"
  (cd "$work/theirs" && PATH="$PWD/node_modules/.bin:$PATH" as_nobody "${run[@]}")
}
# A mount namespace of its own has its own /dev/shm.
condition_small_shm() {
  needs_root && needs unshare || return 2
  unshare --mount bash -c 'mount -t tmpfs -o size=64m tmpfs /dev/shm && "$@"' - "${run[@]}"
}
# A network namespace of its own has a loopback device and nothing else.
condition_offline() {
  needs_root && needs unshare && needs ip || return 2
  unshare --net bash -c 'ip link set lo up && "$@"' - "${run[@]}"
}
condition_no_ipv6() {
  needs_root && needs unshare && needs ip || return 2
  unshare --net bash -c 'ip link set lo up && echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6 && "$@"' - "${run[@]}"
}
condition_installed_chromium() {
  local browser
  browser=$(command -v chromium || command -v google-chrome) || { reason='no Chromium is installed'; return 2; }
  QPR_TEST_BROWSER="$browser" "${run[@]}"
}

needs() { command -v "$1" >/dev/null || { reason="$1 is not installed"; return 1; }; }
needs_root() { [[ "$(id -u)" == 0 ]] || { reason='only root can make it'; return 1; }; }

conditions=("$@")
if [[ ${#conditions[@]} == 0 ]]; then
  mapfile -t conditions < <(declare -F | sed -n 's/^declare -f condition_//p')
fi

failed=0
table=''
for condition in "${conditions[@]}"; do
  reason=''
  started=$SECONDS
  "condition_$condition" >"$work/$condition.log" 2>&1
  case $? in
    0) result=passed ;;
    2) result="not tried: $reason" ;;
    *) result=FAILED; failed=1; cat "$work/$condition.log" ;;
  esac
  line=$(printf '%-20s %4s s  %s' "$condition" $((SECONDS - started)) "$result")
  echo "$line"
  table+="$line"$'\n'
done
printf '\n%s on %s, Node %s\n%s' "$(uname -sm)" "$(date -u +%F)" "$(node -v)" "$table"
exit $failed
