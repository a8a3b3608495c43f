#!/bin/sh
# The PostgreSQL image runs this once, on an empty volume. It creates an unprivileged role for the product and one for Temporal.
set -eu
market=$(cat /run/secrets/market_password)
temporal=$(cat /run/secrets/temporal_password)
# The passwords are hexadecimal (make-secrets.sh), so they need no quoting.
psql --set ON_ERROR_STOP=1 --username postgres <<SQL
CREATE ROLE market LOGIN PASSWORD '$market';
CREATE DATABASE market OWNER market TEMPLATE template0 ENCODING 'UTF8'
  LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8';
CREATE ROLE temporal LOGIN CREATEDB PASSWORD '$temporal';
SQL
