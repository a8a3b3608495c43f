#!/bin/sh
# Makes the secrets of compose.yaml, each in a file that the containers read. Those that are there already stay as they are.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
# The containers read them as an account that has no name here, through a folder that is closed to others.
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
