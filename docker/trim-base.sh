#!/bin/sh
# Removes from the base image what only builds need: package managers of Node and of Debian, headers,
# manuals. No program may run as another user. Debian's list of packages stays, because scanners read it.
#   sh docker/trim-base.sh ROOT
set -eu
root=${1%/}

for path in usr/local/include usr/local/lib/node_modules usr/local/bin/npm usr/local/bin/npx \
  usr/local/bin/corepack usr/local/bin/yarn usr/local/bin/yarnpkg usr/local/share usr/share/man \
  usr/share/locale var/cache var/lib/apt; do
  rm -rf "${root}/$path"
done
rm -rf "$root"/opt/yarn*

lists=$root/var/lib/dpkg/info
for list in "$lists"/apt.list "$lists"/dpkg.list "$lists"/libapt-pkg*.list; do
  [ -e "$list" ] || continue
  while read -r path; do
    case $path in
    /var/lib/*) ;;
    *) [ -d "$root$path" ] || rm -f "$root$path" ;;
    esac
  done <"$list"
done

find "$root/" -xdev -type f -perm /6000 -exec chmod ug-s {} +
