#!/bin/sh
# Removes from installed packages what no service reads: declarations, source maps, documents, tests,
# and second copies for browsers and bundlers. Licences stay.
set -eu
modules=$1

find "$modules" -type f \( \
  -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsbuildinfo' \
  -o -name '*.md' -o -name '*.markdown' -o -name '*.flow' \
  \) ! -iname 'licen[cs]e*' ! -iname 'notice*' -delete

for copy in typeorm/browser rxjs/src rxjs/dist/esm5 rxjs/dist/bundles \
  class-validator/bundles class-validator/esm2015 class-validator/esm5 \
  libphonenumber-js/bundle \
  @cantoo/pdf-lib/dist @cantoo/pdf-lib/cjs @cantoo/pdf-lib/src @cantoo/pdf-lib/ts3.4; do
  rm -rf "${modules:?}/$copy"
done
# Pages that no service serves; it stays a package, because another one names it.
find "$modules/swagger-ui-dist" -mindepth 1 ! -name package.json ! -iname 'licen[cs]e*' -delete
for build in "$modules"/@opentelemetry/*/build; do
  [ -d "$build/src" ] || continue
  rm -rf "$build/esm" "$build/esnext"
done
find "$modules" -type d \( -name test -o -name tests -o -name __tests__ -o -name .github \
  -o -name .husky -o -name benchmark -o -name benchmarks -o -name example -o -name examples \) \
  -prune -exec rm -rf {} +

# Links to workspaces that the image does not hold.
for link in "$modules"/@towpath/*; do
  case $(readlink "$link") in
  */libs/testing | */libs/local-system | */libs/sdk) rm "$link" ;;
  */apps/* | */libs/* | */tools/deploy) ;;
  *) rm "$link" ;;
  esac
done
rm -rf "$modules/.bin" "$modules/.package-lock.json"
find "$modules" -type d -empty -delete
