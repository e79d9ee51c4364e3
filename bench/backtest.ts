/**
 * How long the backtest of one rule takes over 90 days of made-up people, half of whom did something on about eighteen days, twenty of them on
 * each network. Passes when
 * 200,000 people would take no more than two minutes.
 *
 *   npx tsx bench/backtest.ts [people, default 20000] [rules, default FRACCIONAMIENTO,LIMITES,EMAIL,INGRESOS] [seed, default 20261123]
 */
import { rmSync } from 'node:fs'
import { firstValues, isRuleName, type RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { type RawBuilder, sql } from 'kysely'
import { migrationSources } from '../server/src/migration-sources.ts'
import { startBacktest } from '../server/src/modules/monitoring/backtest/start-backtest.ts'
import { findBacktest } from '../server/src/modules/monitoring/backtest/store.ts'
import { buildMonitoring } from '../server/src/modules/monitoring/testing.ts'
import { type Database, openDatabase } from '../server/src/platform/database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded/postgres.ts'
import { newId } from '../server/src/platform/ids.ts'
import { createLog } from '../server/src/platform/log.ts'
import { prepareDatabase } from '../server/src/platform/prepare-database.ts'
import { createRateLimit } from '../server/src/platform/rate-limit.ts'
import { temporaryFolder } from '../server/src/testing/temporary-folder.ts'
import { createTestPlatform } from '../server/src/testing/test-product.ts'

const people = Number(process.argv[2] ?? 20_000)
const rules = (process.argv[3] ?? 'FRACCIONAMIENTO,LIMITES,EMAIL,INGRESOS').split(',').filter(isRuleName)
const seed = Number(process.argv[4] ?? 20261123)
const GOAL = { people: 200_000, seconds: 120 }

const log = createLog({ level: 'error', pretty: false })
const dataDir = temporaryFolder('bench')
const server = await startEmbeddedPostgres({ dataDir, log })
const owner = openDatabase(server.connection)
const application = openDatabase(server.applicationConnection)
try {
  const access = { owner: server.connection, application: server.applicationConnection, signer: server.signerConnection }
  await prepareDatabase(access, migrationSources(), log)
  await makeRows(owner.db)
  const platform = createTestPlatform(application)
  const { approvals } = buildMonitoring(platform)
  for (const rule of rules) await measure({ ...platform, approvals, rateLimit: createRateLimit(platform) }, rule)
  platform.remove()
} finally {
  await Promise.all([application.close(), owner.close()])
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(context: Parameters<typeof startBacktest>[0], rule: RuleName): Promise<void> {
  const actor = { kind: 'person', accountId: newId(), sessionId: newId(), requestId: newId() } as const
  const id = await startBacktest(context, rule, { mode: 'active', numbers: firstValues(rule) }, actor)
  const begun = performance.now()
  await context.jobs.drain()
  const seconds = (performance.now() - begun) / 1_000
  const run = await findBacktest(context.db, id)
  if (!run?.finishedAt) throw new Error(`${rule} did not finish`)
  const all = (seconds * GOAL.people) / people
  console.log(
    `${rule}: ${run.people} of ${people} people in ${seconds.toFixed(1)} s, ${Math.round(people / seconds)}/s, ${run.both} alerts, ` +
      `${run.failures} failures; ${GOAL.people} people: ${Math.round(all)} s of ${GOAL.seconds}`,
  )
  if (all > GOAL.seconds || run.failures > 0) process.exitCode = 1
}

/** A version 4 id by what it is of. */
function idOf(what: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`overlay(overlay(md5(${what}) placing '4' from 13) placing 'a' from 17)::uuid`
}

/** Deposits, withdrawals and sign-ins of half of the people, with what they counted and the events that tell of them. */
async function makeRows(db: Database): Promise<void> {
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
    await sql`INSERT INTO kyc.customer SELECT id, 'natural', 2, true, now() FROM made`.execute(one)
    await sql`CREATE TEMP TABLE moved AS SELECT gen_random_uuid() AS id, made.id AS account_id, k % 2 = 0 AS is_in,
        now() - interval '90 days' * random() AS at, (10 ^ (6 + 2 * random()))::bigint * 100 AS amount
      FROM made, generate_series(1, 8) k WHERE luck < 0.5`.execute(one)
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, created_at, ended_at)
      SELECT id, account_id, 'x', id, 1, 'x', 9, '123456', amount, '{}', 'COMPLETED', at, at FROM moved WHERE is_in`.execute(one)
    await sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payee, state, pay_after, created_at, ended_at)
      SELECT id, account_id, 'x', id, 1, 'x', 9, '123456', amount, '{}', 'COMPLETED', at, at, at FROM moved WHERE NOT is_in`.execute(one)
    await sql`INSERT INTO limits.operation_use SELECT id, account_id, date_trunc('month', at - interval '5 hours')::date,
      CASE WHEN is_in THEN 'deposit' ELSE 'withdrawal' END, amount, true FROM moved`.execute(one)
    await sql`INSERT INTO limits.month_use SELECT account_id, month, direction, sum(amount) FROM limits.operation_use GROUP BY 1, 2, 3`.execute(
      one,
    )
    await sql`INSERT INTO identity.device SELECT id, id, 'key ' || n, 'Android', 'mobile', 'Chrome', 'known', now(), now(), NULL
      FROM made WHERE luck < 0.5`.execute(one)
    await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
        device_id, vouched)
      SELECT gen_random_uuid(), id, now() - interval '90 days' * random(), '190.' || n / 4000 || '.' || n / 20 % 200 || '.1',
        '190.' || n / 4000 || '.' || n / 20 % 200 || '.0', 'CO', 'Bogotá', 'Android', 'mobile', 'Chrome', '', 'entered', id, false
      FROM made, generate_series(1, 12) WHERE luck < 0.5`.execute(one)
    await makeEvents(one)
    await sql`RESET session_replication_role`.execute(one)
  })
  // As the database's own housekeeping leaves it after a while.
  await sql`VACUUM ANALYZE`.execute(db)
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
