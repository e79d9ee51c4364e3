/**
 * Synthetic customers for the benches of alert rules: half of them were active on about eighteen days of the last 90. All are verified,
 * with the necessary documents, an address, and a survey.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../server/src/platform/database/database.ts'

/** Most of them raise no alert. */
export const ORDINARY = { onNetwork: 3, mostCop: 6 }

/** Version 4 id derived from a name. */
function idOf(what: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`overlay(overlay(md5(${what}) placing '4' from 13) placing 'a' from 17)::uuid`
}

/**
 * Run by the owner of the database; the same for the same seed. `onNetwork` customers share each network, and movements are up to ten to
 * the power of `mostCop` pesos: with twenty and eight, as for backtests, alerts are raised about nearly every customer.
 */
export async function makeCustomers(db: Database, people: number, seed: number, { onNetwork = 20, mostCop = 8 } = {}): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`SET session_replication_role = replica`.execute(one)
    await sql`SET statement_timeout = 0`.execute(one)
    await sql`SELECT setseed(${seed / 2 ** 31})`.execute(one)
    await sql`CREATE TEMP TABLE made AS SELECT n, ${idOf(sql`'person ' || n`)} AS id, random() AS luck FROM generate_series(1, ${people}::integer) n`.execute(
      one,
    )
    await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
      SELECT id, 'persona' || n || '@correo.example', 'x', ARRAY['ROLE_USER'], 2, 'es', now() - interval '1 year', now() FROM made`.execute(
      one,
    )
    await makeDocuments(one)
    await sql`CREATE TEMP TABLE moved AS SELECT gen_random_uuid() AS id, made.id AS account_id, (100000000 + n)::text AS number, k % 2 = 0 AS is_in,
        now() - interval '90 days' * random() AS at, (10 ^ (${mostCop - 2} + 2 * random()))::bigint * 100 AS amount
      FROM made, generate_series(1, 8) k WHERE luck < 0.5`.execute(one)
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, created_at, ended_at)
      SELECT id, account_id, 'x', id, 1, 'x', 9, number, amount, '{}', 'COMPLETED', at, at FROM moved WHERE is_in`.execute(one)
    await sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payee, state, pay_after, created_at, ended_at)
      SELECT id, account_id, 'x', id, 1, 'x', 9, number, amount, '{}', 'COMPLETED', at, at, at FROM moved WHERE NOT is_in`.execute(one)
    await sql`INSERT INTO limits.operation_use SELECT id, account_id, date_trunc('month', at - interval '5 hours')::date,
      CASE WHEN is_in THEN 'deposit' ELSE 'withdrawal' END, amount, true FROM moved`.execute(one)
    await sql`INSERT INTO limits.month_use SELECT account_id, month, direction, sum(amount) FROM limits.operation_use GROUP BY 1, 2, 3`.execute(
      one,
    )
    await sendAmongFriends(one, mostCop)
    await sql`INSERT INTO identity.device SELECT id, id, 'key ' || n, 'Android', 'mobile', 'Chrome', 'known', now(), now(), NULL
      FROM made WHERE luck < 0.5`.execute(one)
    await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
        device_id, vouched)
      SELECT gen_random_uuid(), id, now() - interval '90 days' * random(), net || '.1', net || '.0', 'CO', 'Bogotá', 'Android', 'mobile', 'Chrome', '', 'entered', id, false
      FROM (SELECT *, n / ${onNetwork}::integer AS home FROM made) AS made,
        LATERAL (SELECT '190.' || home / 250 || '.' || home % 250 AS net) AS network, generate_series(1, 12) WHERE luck < 0.5`.execute(one)
    await makeEvents(one)
    await sql`RESET session_replication_role`.execute(one)
  })
  // State that autovacuum reaches after a while.
  await sql`VACUUM ANALYZE`.execute(db)
}

/** Internal transfers: twice in 90 days to one of six friends, of whom two in five send as much back within 40 days. */
async function sendAmongFriends(db: Database, mostCop: number): Promise<void> {
  await sql`CREATE TEMP TABLE lent AS SELECT one.id AS account_id, other.id AS receiver_id, (10 ^ (${mostCop - 2} + 2 * random()))::bigint * 100 AS amount,
      now() - interval '90 days' * random() AS at, random() < 0.4 AS is_returned, interval '40 days' * random() AS later
    FROM (SELECT *, 1 + floor(random() * 6)::integer AS friend FROM made, generate_series(1, 2) WHERE luck < 0.5) AS one
      JOIN made AS other ON other.n = one.n + one.friend`.execute(db)
  await sql`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, receiver_id, asset, amount, fee, value_cop,
      sanctions, review_reasons, seal, state, send_after, try_at, created_at, ended_at)
    SELECT gen_random_uuid(), account_id, 'x', account_id, 'x', 'inside ' || receiver_id, receiver_id, 'USDT', amount, 0, amount, 'clear', '{}', 'x',
      'CONFIRMED', at, at, at, at
    FROM (SELECT account_id, receiver_id, amount, at FROM lent
      UNION ALL SELECT receiver_id, account_id, amount, at + later FROM lent WHERE is_returned AND at + later < now()) AS sent`.execute(db)
}

async function makeDocuments(db: Database): Promise<void> {
  await sql`INSERT INTO kyc.customer SELECT id, 'natural', 2, true, now() FROM made`.execute(db)
  await sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, updated_at, country, address)
    SELECT id, 'natural', 'Persona Número Apellido' || n % 5000, 'CC', (10000000 + n)::text, '3000000000', now(), 'CO',
      'Calle ' || n % 199 || ' # ' || n % 97 || ' - ' || n % 89 || ' apto ' || n FROM made`.execute(db)
  await sql`INSERT INTO kyc.survey SELECT gen_random_uuid(), id, 4, 4, 0, now() - interval '100 days' FROM made`.execute(db)
  await sql`INSERT INTO kyc.level_change
    SELECT gen_random_uuid(), id, 0, false, 2, true, 'x', id, now() - interval '300 days' FROM made`.execute(db)
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    SELECT id, 'natural-1', 'accepted', '{}', 1, now(), now() FROM made`.execute(db)
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
    SELECT gen_random_uuid(), id, 'natural-1', 'fields', jsonb_build_object('identificationNumber', (10000000 + n)::text), 'accepted', at, at, at
    FROM made, (VALUES (now() - interval '300 days')) AS sent (at)`.execute(db)
}

async function makeEvents(db: Database): Promise<void> {
  await sql`INSERT INTO platform.event (id, type, version, account_id, payload, at, position)
    SELECT gen_random_uuid(), type, 1, account_id, '{}', at, row_number() OVER () FROM (
      SELECT CASE WHEN is_in THEN 'payments.deposit_credited' ELSE 'payments.withdrawal_requested' END AS type, account_id, at FROM moved
      UNION ALL SELECT 'identity.signed_in', account_id, at FROM identity.sign_in
      UNION ALL SELECT 'payments.account_changed', account_id, at FROM moved WHERE random() < 0.2) AS told`.execute(db)
  await sql`UPDATE platform.event_sequencer SET last = (SELECT coalesce(max(position), 0) FROM platform.event)`.execute(db)
  await sql`INSERT INTO platform.event_consumer (name, position) SELECT 'monitoring', last FROM platform.event_sequencer
    ON CONFLICT (name) DO UPDATE SET position = excluded.position`.execute(db)
}
