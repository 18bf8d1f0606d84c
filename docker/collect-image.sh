#!/bin/sh
# Copies what runs from a built checkout: no sources, no tests, no tools for developers.
set -eu
from=$1
to=$2

mkdir -p "$to"
cd "$from"
for folder in apps/* libs/* tools/sandbox tools/deploy; do
  case $folder in libs/testing) continue ;; esac
  mkdir -p "$to/$folder"
  cp "$folder/package.json" "$to/$folder/"
  cp -R "$folder/dist" "$to/$folder/"
done
cp -R tools/sandbox/assets "$to/tools/sandbox/"
mkdir -p "$to/docs/generated/openapi"
cp docs/generated/openapi/openapi.json "$to/docs/generated/openapi/"
cp package.json LICENSE "$to/"
find "$to" -name '*.fixture.js*' -delete
