#!/bin/sh
# Prints the secrets of the cluster as YAML, made of the files of docker/make-secrets.sh:
#   sh docker/make-secrets.sh FOLDER
#   sh k8s/make-secrets.sh FOLDER [--kafka] [--local] | kubectl apply --namespace towpath -f -
# --kafka: passwords for brokers that no operator runs; --local: PostgreSQL and the sandbox of
# overlays/local. Database addresses are those in FOLDER: write those of your servers there first.
set -eu
usage='usage: sh k8s/make-secrets.sh FOLDER [--kafka] [--local]'
case ${1:-} in
'') echo "$usage" >&2 && exit 1 ;;
-*) echo "$usage" && exit 0 ;;
esac
folder=$1
shift
kafka=no
local=no
for option in "$@"; do
  case $option in
  --kafka) kafka=yes ;;
  --local) local=yes ;;
  *) echo "unknown option: $option" >&2 && exit 1 ;;
  esac
done

# secret NAME KEY FILE [KEY FILE …]; a final newline is no part of a value.
secret() {
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\n' "$1"
  printf '  labels: { app.kubernetes.io/part-of: towpath }\ntype: Opaque\ndata:\n'
  shift
  while [ $# -gt 0 ]; do
    value=$(cat "$folder/$2")
    printf '  %s: %s\n' "$1" "$(printf %s "$value" | base64 | tr -d '\n')"
    shift 2
  done
}

# files NAME SUBFOLDER PATTERN: every file that fits, by its own name.
files() {
  name=$1
  under=$2
  pattern=$3
  set --
  for path in "$folder/$under"/$pattern; do
    file=${path##*/}
    set -- "$@" "$file" "$under/$file"
  done
  secret "$name" "$@"
}

for service in gateway payment-link mandate dispute account-data webhook-dispatch; do
  files "$service-keys" "$service" "$service.*.json"
  secret "$service-database" database-url "$service/database-url" \
    database-worker-url "$service/database-worker-url"
  secret "$service-database-owner" database-owner-url "migrate/$service.database-owner-url"
  [ "$kafka" = no ] || secret "kafka-user-$service" password "$service/kafka-password"
done
# The user by which KEDA asks such brokers for the lag: put its password there.
if [ "$kafka" = yes ] && [ -e "$folder/autoscaler/kafka-password" ]; then
  secret kafka-user-autoscaler password autoscaler/kafka-password
fi
# The authority of brokers that no operator runs: put its PEM there.
[ ! -e "$folder/kafka-ca.crt" ] || secret kafka-cluster-ca-cert ca.crt kafka-ca.crt
# The account of the deployment at Stripe: put the files that the component stripe names there.
[ ! -d "$folder/stripe" ] || files stripe-keys stripe '*'
# The console's secret at its provider of logins: put it into console/client-secret.
[ ! -d "$folder/console" ] || files console-keys console '*'
if [ "$local" = yes ]; then
  secret postgres password postgres/password
  files prepare migrate '*'
  secret sandbox-database database-url sandbox/database-url
  secret sandbox-gateway-secret gateway-secret sandbox/gateway-secret
fi
