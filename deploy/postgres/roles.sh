#!/bin/sh
# Roles of docs/operations.md, "Rights in the database". The image runs it once, for a new database.
set -eu
secret() { cat "/run/secrets/$1"; }
psql --username postgres --set ON_ERROR_STOP=1 \
  --set owner="$(secret owner_password)" --set app="$(secret app_password)" --set signer="$(secret signer_password)" <<'SQL'
CREATE ROLE tunjo_owner LOGIN PASSWORD :'owner';
CREATE ROLE tunjo_app LOGIN PASSWORD :'app';
CREATE ROLE tunjo_signer LOGIN PASSWORD :'signer';
CREATE DATABASE tunjo OWNER tunjo_owner;
SQL
