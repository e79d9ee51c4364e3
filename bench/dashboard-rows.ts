/**
 * Rows for `dashboard.ts`, generated in the database: customers with verifications, risks, leases and alerts as skewed as real ones (few
 * wait, few are risky, a few have most alerts). The read model is then built by the product's own functions from these rows.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../server/src/platform/database/database.ts'

export interface RowCounts {
  readonly people: number
  readonly alerts: number
}

/** `seed` generates the same rows again. */
export async function makeRows(owner: Database, { people, alerts }: RowCounts, seed: number): Promise<void> {
  await owner.connection().execute(async (db) => {
    // Triggers would build the read model a row at a time; keys are right by construction.
    await sql`SET session_replication_role = replica`.execute(db)
    await sql`SET statement_timeout = 0`.execute(db)
    await sql`SET TIME ZONE 'UTC'`.execute(db)
    await sql`SELECT setseed(${seed / 2 ** 31})`.execute(db)
    await makePeople(db, people)
    await makeItems(db)
    await makeRisksAndLeases(db)
    await makeAlerts(db, { people, alerts })
    await sql`SELECT reports.add_people(ARRAY(SELECT id FROM identity.account ORDER BY created_at))`.execute(db)
    await sql`SELECT reports.put_alert_kinds(ARRAY(SELECT DISTINCT account_id FROM alerts.episode WHERE state = 'open'))`.execute(db)
    await sql`SELECT reports.put_risk(ARRAY(SELECT account_id FROM risk.standing))`.execute(db)
    await sql`RESET session_replication_role`.execute(db)
  })
  // State that autovacuum reaches after a while.
  await sql`VACUUM ANALYZE`.execute(owner)
}

/** Version 4 id by the number of a person. */
const idOf = (n: RawBuilder<unknown>) => sql`overlay(overlay(md5('person ' || ${n}) placing '4' from 13) placing 'a' from 17)::uuid`

/** `n` is the number of a person, `luck` chooses their data. */
async function makePeople(db: Database, people: number): Promise<void> {
  await sql`CREATE TEMP TABLE made AS SELECT n, ${idOf(sql`n`)} AS id, random() AS luck, random() AS turn,
      now() - interval '40 months' * (1 - n / ${people}::float8) AS joined, now() - interval '36 months' * random() ^ 2 AS decided,
      (1e9 + n * 37)::bigint::text AS document
    FROM generate_series(1, ${people}::integer) n`.execute(db)
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    SELECT id, 'persona' || n || '@correo.example', 'x', ARRAY['ROLE_USER'], CASE WHEN luck < 0.35 THEN 1 ELSE 2 END, 'es', joined, joined
    FROM made`.execute(db)
  await sql`INSERT INTO kyc.customer (account_id, person_type, current_level, is_verified, updated_at)
    SELECT id, CASE WHEN n % 33 = 0 THEN 'legal' ELSE 'natural' END,
      CASE WHEN luck < 0.35 THEN 1 WHEN luck < 0.8 THEN 1 WHEN luck < 0.97 THEN 2 ELSE 3 END, luck >= 0.35, greatest(joined, decided)
    FROM made WHERE luck > 0.07`.execute(db)
  await sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, is_pep, updated_at)
    SELECT id, CASE WHEN n % 33 = 0 THEN 'legal' ELSE 'natural' END, 'Persona ' || n, 'CC', document, '+573000000000', n % 311 = 0, decided
    FROM made WHERE luck >= 0.35`.execute(db)
}

/** Verification items: accepted, declined, begun and sent. */
async function makeItems(db: Database): Promise<void> {
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
    SELECT gen_random_uuid(), id, 'natural-1', 'fields', jsonb_build_object('identificationNumber', document), 'accepted', decided, decided, decided
    FROM made WHERE luck >= 0.35
    UNION ALL SELECT gen_random_uuid(), id, CASE WHEN luck < 0.8 THEN 'natural-1' ELSE 'natural-2' END, 'front', '{}', 'declined', decided,
      decided, decided FROM made WHERE (luck >= 0.35 AND turn < 0.012) OR luck BETWEEN 0.07 AND 0.09
    UNION ALL SELECT gen_random_uuid(), id, 'natural-2', 'front', '{}', 'staged', decided, NULL, NULL FROM made WHERE luck BETWEEN 0.2 AND 0.4
    UNION ALL SELECT gen_random_uuid(), id, CASE WHEN luck < 0.35 THEN 'natural-1' ELSE 'natural-2' END, 'back', '{}', 'pending',
      now() - interval '12 days' * random(), now() - interval '12 days' * random(), NULL FROM made WHERE turn > 0.991`.execute(db)
}

/** Most waiting people are unassigned; expired leases remain. */
async function makeRisksAndLeases(db: Database): Promise<void> {
  await sql`INSERT INTO risk.standing (account_id, level, risk, updated_at)
    SELECT id, band, band, decided FROM made, LATERAL (SELECT CASE WHEN n % 167 = 0 THEN 'high' WHEN n % 23 = 0 THEN 'medium' ELSE 'low' END AS band) b
    WHERE luck >= 0.35`.execute(db)
  await sql`INSERT INTO compliance.review_lease (account_id, officer_id, taken_at, until)
    SELECT id, (SELECT id FROM made WHERE n = 1), now() - interval '1 hour', now() + interval '1 hour' * (CASE WHEN n % 20 = 0 THEN 1 ELSE -1 END)
    FROM made WHERE turn > 0.9`.execute(db)
}

/** The first people have most of them, the first kinds are most common, and few are open. */
async function makeAlerts(db: Database, { people, alerts }: RowCounts): Promise<void> {
  await sql`CREATE TEMP TABLE alert AS SELECT gen_random_uuid() AS id, 1 + floor(${people}::float8 * random() ^ 2.5)::integer AS n,
      1 + floor(19 * random() ^ 2)::smallint AS kind, random() AS luck, now() - interval '30 months' * random() AS opened
    FROM generate_series(1, ${alerts}::integer)`.execute(db)
  await sql`INSERT INTO alerts.episode (id, account_id, kind, type_id, state, opened_at, opening_comment, closed_at, closing_comment, severity,
      opening_severity, due_at)
    SELECT id, ${idOf(sql`n`)}, kind, CASE WHEN kind IN (7, 18) THEN 1 END, CASE WHEN is_open THEN 'open' ELSE 'closed' END, opened,
      'Lo encontró una regla', CASE WHEN NOT is_open THEN opened + interval '3 days' END, CASE WHEN NOT is_open THEN 'Revisado' END, severity, severity, opened + interval '5 days'
    FROM (SELECT *, luck < 0.03 AND row_number() OVER (PARTITION BY n, kind ORDER BY luck) = 1 AS is_open,
      (ARRAY['low', 'medium', 'high', 'critical'])[1 + floor(4 * random() ^ 2)::integer] AS severity FROM alert) one`.execute(db)
}
