#!/bin/sh
# Copies what runs from a built checkout: no sources, no tests, no tools for developers.
set -eu
from=$1
to=$2

mkdir -p "$to"
cd "$from"
for folder in apps/* libs/* tools/deploy; do
  case $folder in libs/testing | libs/local-system | libs/sdk) continue ;; esac
  mkdir -p "$to/$folder"
  cp "$folder/package.json" "$to/$folder/"
  cp -R "$folder/dist" "$to/$folder/"
done
cp -R apps/sandbox/assets "$to/apps/sandbox/"
mkdir -p "$to/docs/generated/openapi"
cp docs/generated/openapi/openapi.json "$to/docs/generated/openapi/"
cp LICENSE "$to/"
find "$to/apps" "$to/libs" "$to/tools" \( -name '*.fixture.js*' -o -name '*.fixture' -o -name fixtures -o -name '*specimen*' \) \
  -prune -exec rm -rf {} +
node docker/describe-image.mjs "$to"
if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then find "$to" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; fi
