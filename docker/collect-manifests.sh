#!/bin/sh
# Copies the package files of the root and of every workspace: all that npm ci reads.
set -eu
from=$1
to=$2

mkdir -p "$to"
cp "$from/package.json" "$from/package-lock.json" "$from/.npmrc" "$to/"
cd "$from"
for manifest in apps/*/package.json libs/*/package.json tools/*/package.json e2e/package.json; do
  mkdir -p "$to/$(dirname "$manifest")"
  cp "$manifest" "$to/$manifest"
done
