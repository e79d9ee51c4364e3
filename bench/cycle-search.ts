/**
 * Duration of the search for cycles as the nightly run does it, a hundred people at a time (`rule-customers.ts`), and the increase when one
 * customer has very many movements with all others, and when all pay to one address that pays all. Passes when 200,000 people would take no
 * more processor time than a tenth of the night's ten minutes, a fifth, and all of it, and no hundred people longer than five seconds.
 *
 *   npx tsx bench/cycle-search.ts [people, default 20000] [movements of the one, default 100000] [seed, default 20261126]
 */
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { cycles } from '../server/src/domains/compliance/monitoring/facts/cycles.ts'
import { openBenchDatabase } from './bench-database.ts'
import { recordFigure } from './figures.ts'
import { makeCustomers, ORDINARY } from './rule-customers.ts'

const people = Number(process.argv[2] ?? 20_000)
const movements = Number(process.argv[3] ?? 100_000)
const seed = Number(process.argv[4] ?? 20261126)
const PEOPLE_AT_ONCE = 100
const GOAL = { people: 200_000, longestMs: 5_000 }

const { owner, application, close, processorSeconds } = await openBenchDatabase()
try {
  await makeCustomers(owner.db, people, seed, ORDINARY)
  await measure('ordinary people', 60)
  await addMerchant()
  await measure(`and one with ${movements} movements`, 120)
  await addSharedAddress()
  await measure('and an address that all pay and that pays all', 600)
} finally {
  await close()
}

/** Customer who sends to and receives from every other one, in the sums that they send each other. */
async function addMerchant(): Promise<void> {
  await asReplica(sql`WITH people AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY id) AS n FROM identity.account)
    INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, receiver_id, asset, amount, fee, value_cop,
      sanctions, review_reasons, seal, state, send_after, try_at, created_at, ended_at)
    SELECT gen_random_uuid(), one, 'x', one, 'x', 'inside ' || other, other, 'USDT', amount, 0, amount, 'clear', '{}', 'x', 'CONFIRMED', at, at, at, at
    FROM generate_series(1, ${movements}::integer) k JOIN people ON n = 2 + k % ${people - 1} CROSS JOIN (SELECT id AS merchant FROM people WHERE n = 1) AS m,
      LATERAL (SELECT CASE WHEN k / ${people - 1} % 2 = 0 THEN people.id ELSE merchant END AS one,
        CASE WHEN k / ${people - 1} % 2 = 0 THEN merchant ELSE people.id END AS other,
        (10 ^ (4 + 2 * random()))::bigint * 100 AS amount, now() - interval '60 days' * random() AS at) AS sent`)
}

async function addSharedAddress(): Promise<void> {
  const twiceEach = sql`SELECT id, (10 ^ (4 + 2 * random()))::bigint * 100 AS amount, now() - interval '60 days' * random() AS at
    FROM identity.account, generate_series(1, 2)`
  await asReplica(sql`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, asset, amount, fee, value_cop,
      sanctions, review_reasons, seal, state, send_after, try_at, created_at, ended_at)
    SELECT gen_random_uuid(), id, 'x', id, 'x', 'shared', 'USDT', amount, 0, amount, 'clear', '{}', 'x', 'CONFIRMED', at, at, at, at
    FROM (${twiceEach}) AS sent`)
  await asReplica(sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
      block_number, block_hash, state, try_at, created_at, updated_at)
    SELECT gen_random_uuid(), 1, gen_random_uuid()::text, 0, id, 'x', 'USDT', amount, 'shared', 1, 'x', 'COMPLETED', at, at, at
    FROM (${twiceEach}) AS came`)
}

async function asReplica(statement: ReturnType<typeof sql>): Promise<void> {
  await owner.db.connection().execute(async (one) => {
    await sql`SET session_replication_role = replica`.execute(one)
    await sql`SET statement_timeout = 0`.execute(one)
    await statement.execute(one)
    await sql`RESET session_replication_role`.execute(one)
  })
  await sql`VACUUM ANALYZE`.execute(owner.db)
}

async function measure(what: string, goalSeconds: number): Promise<void> {
  const ids = (await sql<{ id: string }>`SELECT id FROM identity.account ORDER BY id`.execute(owner.db)).rows.map(({ id }) => id)
  const [now, usedBefore, begun, times] = [new Date(), await processorSeconds(), performance.now(), [] as number[]]
  let found = 0
  for (let start = 0; start < ids.length; start += PEOPLE_AT_ONCE) {
    const since = performance.now()
    const moments = ids.slice(start, start + PEOPLE_AT_ONCE).map((accountId) => ({ accountId, now, until: null }))
    found += (await cycles(application.db, moments)).filter(({ length }) => length > 0).length
    times.push(performance.now() - since)
  }
  const seconds = (performance.now() - begun) / 1_000
  const used = (await processorSeconds()) - usedBefore
  times.sort((one, other) => one - other)
  const longest = times.at(-1) ?? 0
  const all = (used * GOAL.people) / ids.length
  console.log(
    `${what}: ${ids.length} people in ${seconds.toFixed(1)} s, ${found} with a cycle of any value; a hundred people: median ` +
      `${times[times.length >> 1]?.toFixed(0)} ms, longest ${longest.toFixed(0)} ms; ${GOAL.people} people: ${Math.round((seconds * GOAL.people) / ids.length)} s, ` +
      `${Math.round(all)} s of processor time, of ${goalSeconds}; load ${loadavg()[0]?.toFixed(1)}`,
  )
  recordFigure({ name: `${what}: processor time of ${GOAL.people} people`, value: all, unit: 's', atMost: goalSeconds })
  recordFigure({ name: `${what}: longest hundred people`, value: longest, unit: 'ms', atMost: GOAL.longestMs })
}
