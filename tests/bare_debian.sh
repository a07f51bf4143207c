#!/usr/bin/env bash
# The README's two commands on a bare Debian: a root that debootstrap makes, with python3, git and ca-certificates and
# nothing else, and a clone of this checkout in it. Each order of the commands gets a root of its own.
#
#     tests/bare_debian.sh bookworm             ./waf demo, then ./waf test; in another root the other way round
#     tests/bare_debian.sh trixie demo-test     only that order; the others are test-demo and user
#
# `user` runs both as a user who is not root and types the line that ./waf gives him as root.
# It needs root, debootstrap, and some 6 GB below $TMPDIR (or /var/tmp), which it gives back. Ends with a line for each
# command: how long it took and what it ended with. Exit status 0: all passed, nothing was skipped for want of a tool.
set -eu

usage() {
    sed -n '2,/^set -eu/{s/^# \{0,1\}//p}' "$0" >&2
    exit 2
}

suite=${1:-}
shift || usage
[[ $suite =~ ^[a-z]+$ ]] || usage
orders=("$@")
((${#orders[@]})) || orders=(demo-test test-demo)
for order in "${orders[@]}"; do
    [[ $order =~ ^(demo-test|test-demo|user)$ ]] || usage
done
[[ $(id -u) == 0 ]] || { echo "$0: making a Debian root needs to be root" >&2; exit 2; }
command -v debootstrap >/dev/null || { echo "$0: needs debootstrap (apt-get install debootstrap)" >&2; exit 2; }

checkout=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d "${TMPDIR:-/var/tmp}/bare-debian.XXXXXX")
trap 'rm -rf --one-file-system "$folder"' EXIT
report=()
trouble=0

# What reaches the package registries, and nothing else of this environment.
registries=()
while IFS='=' read -r -d '' name value; do
    case "$name" in
        PIP_* | *_proxy | *_PROXY | SSL_CERT_* | REQUESTS_CA_BUNDLE) registries+=("$name=$value") ;;
    esac
done < <(env -0)

# Run a command in the root "$1" as the user "$2" with a bare environment, in namespaces that end its processes and
# mounts with it. It has no terminal and no standard input.
inside() {
    local root=$1 user=$2 home=/root
    shift 2
    [[ $user == root ]] || home=/home/$user
    unshare --mount --pid --fork --kill-child bash -eu -c '
        root=$1 user=$2; shift 2
        mount --rbind /dev "$root/dev" && mount -t proc proc "$root/proc" && mount -t sysfs sysfs "$root/sys"
        # Not by exec: this shell is the first process there, which others hope will reap what loses its parent.
        chroot --userspec="$user:$user" "$root" "$@" || exit
    ' bash "$root" "$user" /usr/bin/env -i HOME="$home" LANG=C.UTF-8 "${registries[@]}" \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@" </dev/null
}

# Each line with the seconds since the first.
stamped() {
    local started=$SECONDS line
    while IFS= read -r line; do
        printf '%5d s  %s\n' $((SECONDS - started)) "$line"
    done
}

# The parts of ./waf demo in seconds, as a row of the README's table "How long?".
parts() {
    awk -v suite="$suite" -v total="$1" '
        /\[2\/4\]/ { packages = $1 }
        /\[4\/4\]/ { python = $1 }
        / to run, / { built = $1 }
        /measuring runs/ && !ran { ran = $1 }
        END { printf "| %s | %d | %d | %d | %d | %d | %d |\n", suite, packages, python - packages, built - python,
              ran - built, total - ran, total }' "$folder/waf.log"
}

# Run ./waf in the clone, and remember how it went.
waf() {
    local order=$1 root=$2 user=$3 log=$folder/waf.log started=$SECONDS status=0
    shift 3
    inside "$root" "$user" bash -c 'cd "$HOME/a clone" && exec ./waf "$@"' bash "$@" 2>&1 | stamped | tee "$log" ||
        status=$?
    local took=$((SECONDS - started))
    report+=("$suite, $order: ./waf $* ended with exit status $status after $((took / 60)) min $((took % 60)) s")
    report+=("$(grep -E ' passed| failed|Report: |skipped for want' "$log" | tail -n 2)")
    [[ $order != demo-test || $1 != demo ]] || report+=("$(parts "$took")")
    if ((status)) || grep -q 'skipped for want of tools' "$log"; then
        trouble=1
    fi
}

make_root() {
    cp -a "$folder/base" "$folder/root"
    cp /etc/resolv.conf /etc/hosts "$folder/root/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$folder/root/etc/ssl/certs/"
    inside "$folder/root" root useradd --create-home --shell /bin/bash user
    git clone --quiet --no-hardlinks "$checkout" "$folder/root/$1/a clone"
    inside "$folder/root" root chown -R "$2:$2" "/$1/a clone"
}

echo "making a bare $suite"
debootstrap --variant=minbase --include=python3,git,ca-certificates "$suite" "$folder/base" >"$folder/log" 2>&1 ||
    { cat "$folder/log" >&2; exit 1; }
set -o pipefail
for order in "${orders[@]}"; do
    echo "$suite, $order"
    case "$order" in
        user)
            make_root home/user user
            # The line that the refusal ends with, typed by root, for whom sudo is nothing.
            line=$(inside "$folder/root" user bash -c 'cd "$HOME/a clone" && ./waf test' 2>&1 | tail -n 1) || true
            echo "./waf test gives the user the line: $line"
            inside "$folder/root" root bash -c "sudo() { \"\$@\"; }; $line" >"$folder/log" 2>&1 ||
                { cat "$folder/log" >&2; trouble=1; }
            waf "$order" "$folder/root" user test
            waf "$order" "$folder/root" user demo
            ;;
        *)
            make_root root root
            waf "$order" "$folder/root" root "${order%-*}"
            waf "$order" "$folder/root" root "${order#*-}"
            ;;
    esac
    rm -rf --one-file-system "$folder/root"
done
printf '%s\n' "${report[@]}"
exit $trouble
