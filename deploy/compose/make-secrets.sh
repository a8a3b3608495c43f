#!/bin/sh
# Creates the secrets of compose.yaml, each in a file that the containers read. Existing files are not changed.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
# The containers read the files under an account that does not exist on this machine, so the folder keeps other users out.
chmod 700 secrets

make() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"
  chmod 644 "secrets/$1"
}

make postgres_password "$(openssl rand -hex 24)"
make market_password "$(openssl rand -hex 24)"
make temporal_password "$(openssl rand -hex 24)"
make encryption_key "$(openssl rand -base64 32)"
make evidence_key "$(openssl rand -base64 32)"
make database_url "postgresql://market:$(cat secrets/market_password)@postgres:5432/market"
printf 'TEMPORAL_PASSWORD=%s\n' "$(cat secrets/temporal_password)" > .env
echo "secrets/ and .env are there; keep a copy of encryption_key and evidence_key: without them stored secrets cannot be read."
