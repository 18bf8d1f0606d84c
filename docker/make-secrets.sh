#!/bin/sh
# Makes the secrets that compose.yaml mounts, one folder per container, in docker/secrets or in the
# folder that is given. What exists is never touched: a lost key is lost data.
set -eu
case ${1:-} in
-*)
  echo 'usage: sh docker/make-secrets.sh [FOLDER]'
  exit 0
  ;;
esac
secrets=${1:-$(dirname "$0")/secrets}
mkdir -p "$secrets"
# Others on this machine stop here; inside a container its own user must be able to read.
chmod 700 "$secrets"
umask 022

random_hex() { head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
random_key() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }

# Whole or not at all: half a key file would block every later start.
keep_or_write() {
  [ -e "$secrets/$1" ] && return
  mkdir -p "$(dirname "$secrets/$1")"
  printf '%s\n' "$2" >"$secrets/$1.draft"
  mv "$secrets/$1.draft" "$secrets/$1"
}

share() {
  keep_or_write "$2" "$(cat "$secrets/$1")"
}

keys() {
  service=$1
  shift
  for purpose in idempotency personal-data tokens service-auth "$@"; do
    keep_or_write "$service/$service.$purpose.json" \
      "{\"current\": \"v1\", \"keys\": {\"v1\": \"$(random_key)\"}}"
  done
}

# The container that prepares the databases knows all three roles, a service its own two.
database() {
  service=$1
  name=$(printf %s "$service" | tr - _)
  for role in owner app worker; do
    keep_or_write "migrate/$service.database-$role-url" \
      "postgres://${name}_$role:$(random_hex)@postgres:5432/$name"
  done
  share "migrate/$service.database-app-url" "$service/database-url"
  share "migrate/$service.database-worker-url" "$service/database-worker-url"
}

keep_or_write postgres/password "$(random_hex)"
keep_or_write migrate/database-admin-url \
  "postgres://postgres:$(cat "$secrets/postgres/password")@postgres:5432/postgres"
keep_or_write sandbox/gateway-secret "$(random_hex)"
share sandbox/gateway-secret payment-link/sandbox-gateway-secret
share sandbox/gateway-secret mandate/sandbox-gateway-secret
share sandbox/gateway-secret account-data/sandbox-gateway-secret
share sandbox/gateway-secret dispute/sandbox-gateway-secret

keys gateway client-secrets signing-keys grants gateway-accounts
keys payment-link content-hash link-url card-token
keys mandate checklist-data checklist-keys link-url
keys dispute notifications
keys account-data link-keys
keys account-data link-url
keys webhook-dispatch endpoint-secrets webhook-signing

# Kafka knows each service by its name; the administrator gives them their rights.
users=''
for user in admin gateway payment-link mandate dispute account-data webhook-dispatch; do
  folder=$user
  [ "$user" = admin ] && folder=migrate
  keep_or_write "$folder/kafka-password" "$(random_hex)"
  users="$users user_$user=\"$(cat "$secrets/$folder/kafka-password")\""
done
# Made of the passwords: one that is added or changed there is known here after the next run.
mkdir -p "$secrets/kafka"
login=org.apache.kafka.common.security.plain.PlainLoginModule
printf 'users.KafkaServer { %s required%s; };\n' "$login" "$users" >"$secrets/kafka/users.conf"

# The gateway mints tokens for the others: it knows each by the secret that both hold.
for service in payment-link mandate dispute account-data webhook-dispatch; do
  share "$service/$service.service-auth.json" "gateway/$service.service-auth.json"
done

for service in gateway payment-link mandate dispute account-data webhook-dispatch sandbox; do
  database "$service"
done
