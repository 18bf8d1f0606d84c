#!/bin/sh
# Releases an overlay: makes the migration jobs anew, waits for them, then applies everything and
# waits for the roll-out. The command to go back is the same, with the previous digest.
#   sh k8s/release.sh OVERLAY [--migrations]
# --migrations: nothing else, as a restore needs it.
set -eu
usage='usage: sh k8s/release.sh OVERLAY [--migrations]'
case "${1:-} ${2:-}" in
*--help*) echo "$usage" && exit 0 ;;
[!-]*' ' | [!-]*' --migrations') ;;
*) echo "$usage" >&2 && exit 1 ;;
esac
manifests=$(mktemp)
trap 'rm -f "$manifests"' EXIT
kubectl kustomize "$1" >"$manifests"
namespace=$(sed -n 's/^  namespace: //p' "$manifests" | head -n 1)
migrations='app.kubernetes.io/component=migrate'

# A job cannot be changed, so it is deleted first. Migrations that have run do nothing again.
kubectl --namespace "$namespace" delete job --selector "$migrations" --ignore-not-found
kubectl apply --selector "$migrations" --filename "$manifests"
kubectl --namespace "$namespace" wait job --selector "$migrations" --for condition=Complete --timeout 30m
[ -z "${2:-}" ] || exit 0
kubectl apply --filename "$manifests"
kubectl --namespace "$namespace" rollout status deployment --selector app.kubernetes.io/part-of=towpath
