/**
 * Throughput of alert rules at 500 events a second: each in a separate transaction, with the rows of its cause, through the real outbox,
 * while another process reads them. Passes when every event was evaluated within five seconds of its commit. People are those of
 * `rule-customers.ts`, any of the active ones.
 *
 *   npx tsx bench/rule-events.ts [people, default 20000] [seconds, default 90] [events a second, default 500] [seed, default 20261123]
 *     [--night]
 *
 * With --night events are fed while the next nightly run continues in the same process.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { createTestPlatform } from '../dev/testing/test-product.ts'
import { inTransaction, openDatabase, type Transaction } from '../server/src/platform/database/database.ts'
import { newId } from '../server/src/platform/database/ids.ts'
import { openBenchDatabase } from './bench-database.ts'
import { recordFigure } from './figures.ts'
import { secondsOf, secondsOfConnections } from './processor-time.ts'
import { makeCustomers, ORDINARY } from './rule-customers.ts'

const people = Number(process.argv[2] ?? 20_000)
const seconds = Number(process.argv[3] ?? 90)
const rate = Number(process.argv[4] ?? 500)
const seed = Number(process.argv[5] ?? 20261123)
const atNight = process.argv.includes('--night')
const LAG_MAX_MS = 5_000
const LOOK_EVERY_MS = 50
const PATIENCE_MS = 120_000
const FEEDERS = 12
const WORKER = fileURLToPath(new URL('../server/src/domains/compliance/monitoring/process.testing.ts', import.meta.url))

const { server, owner, close } = await openBenchDatabase()
// Rows of other modules without the rows that they refer to.
const feeding = openDatabase({ ...server.connection, options: '-c session_replication_role=replica' })
try {
  await makeCustomers(owner.db, people, seed, ORDINARY)
  const worker = spawn(process.execPath, ['--import', 'tsx', WORKER, JSON.stringify(server.applicationConnection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(worker.stdout, 'data')
    // A new process evaluates every rule for every customer, since last night has no run yet: measured by `rule-nights.ts`.
    await nightIsOver()
    if (atNight) await nightBeginsAgain()
    await measure(worker.pid ?? 0)
  } finally {
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    await ended
  }
} finally {
  await feeding.close()
  await close()
}

interface Sample {
  readonly position: bigint
  readonly at: number
}

async function measure(workerPid: number): Promise<void> {
  const samples: Sample[] = []
  const watching = new AbortController()
  const before = await sequence()
  const [workerBefore, databaseBefore] = [secondsOf(workerPid), await databaseSeconds()]
  const watched = watch(samples, watching.signal)
  const fed = await feed()
    .then(async (all) => {
      await caughtUp(samples)
      return all
    })
    .finally(() => watching.abort())
  await watched
  const [inWorker, inDatabase] = [secondsOf(workerPid) - workerBefore, (await databaseSeconds()) - databaseBefore]
  const lags = await lagsOf(samples, before)
  const of = (share: number) => Math.round(lags[Math.min(lags.length - 1, Math.floor(lags.length * share))] ?? Number.POSITIVE_INFINITY)
  const found = await sql<{ findings: number; retries: number }>`SELECT (SELECT count(*)::integer FROM monitoring.finding) AS findings,
    (SELECT count(*)::integer FROM platform.event_retry) AS retries`.execute(owner.db)
  const { findings = 0, retries = 0 } = found.rows[0] ?? {}
  const each = (used: number) => ((used * 1_000) / lags.length).toFixed(2)
  console.log(
    `${fed.events} events in ${fed.seconds.toFixed(1)} s, ${Math.round(fed.events / fed.seconds)}/s, and ${lags.length - fed.events} of alerts; ` +
      `asked about after: median ${of(0.5)} ms, p99 ${of(0.99)} ms, most ${of(1)} ms; ${findings} findings, ${retries} to be tried again; ` +
      `of a processor for each ${each(inWorker)} ms in the process and ${each(inDatabase)} ms in the database; load ${loadavg()[0]?.toFixed(1)}`,
  )
  recordFigure({ name: 'events', value: fed.events / fed.seconds, unit: '/s', atLeast: rate * 0.98 })
  recordFigure({ name: 'longest delay after the commit', value: of(1), unit: 'ms', atMost: LAG_MAX_MS })
  recordFigure({ name: 'median delay after the commit', value: of(0.5), unit: 'ms' })
  if (retries > 0) process.exitCode = 1
}

/** With the events of the alerts that it raised meanwhile; gives up after two minutes. */
async function caughtUp(samples: readonly Sample[]): Promise<void> {
  const begun = performance.now()
  while ((samples.at(-1)?.position ?? 0n) < (await sequenceAtRest()) && performance.now() - begun < PATIENCE_MS) await sleep(LOOK_EVERY_MS)
}

/** Includes the events of the raised alerts. */
async function nightIsOver(): Promise<void> {
  const over = sql<{ position: bigint }>`SELECT position FROM platform.event_consumer
    WHERE name = 'monitoring' AND EXISTS (SELECT 1 FROM monitoring.nightly_run WHERE finished_at IS NOT NULL)`
  for (;;) {
    const [delivered] = (await over.execute(owner.db)).rows
    if (delivered && delivered.position >= (await sequenceAtRest())) return
    await sleep(LOOK_EVERY_MS)
  }
}

async function nightBeginsAgain(): Promise<void> {
  // An unfinished night is continued within a minute.
  await sql`INSERT INTO monitoring.nightly_run (day, started_at) VALUES ('2020-01-01', now())`.execute(owner.db)
  const begun = sql`SELECT 1 FROM monitoring.nightly_run WHERE day = '2020-01-01' AND people > 0`
  while ((await begun.execute(owner.db)).rows.length === 0) await sleep(LOOK_EVERY_MS)
}

/** Processor time of the connections of the reading process. */
function databaseSeconds(): Promise<number> {
  return secondsOfConnections(owner.db, server.applicationConnection.user)
}

async function sequence(): Promise<bigint> {
  const found = await sql<{ last: bigint }>`SELECT last FROM platform.event_sequencer`.execute(owner.db)
  return found.rows[0]?.last ?? 0n
}

/** When every event has its position. */
async function sequenceAtRest(): Promise<bigint> {
  for (;;) {
    const waiting = await sql`SELECT 1 FROM platform.event WHERE position IS NULL LIMIT 1`.execute(owner.db)
    if (waiting.rows.length === 0) return sequence()
    await sleep(LOOK_EVERY_MS)
  }
}

async function watch(samples: Sample[], until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const found = await sql<{ position: bigint; at: Date }>`SELECT position, clock_timestamp() AS at FROM platform.event_consumer
      WHERE name = 'monitoring'`.execute(owner.db)
    await databaseSeconds()
    const row = found.rows[0]
    if (row) samples.push({ position: row.position, at: row.at.getTime() })
    await sleep(LOOK_EVERY_MS)
  }
}

/** Lag of each event, oldest first: from its write to the first sample at which the cursor was past it. */
async function lagsOf(samples: readonly Sample[], before: bigint): Promise<number[]> {
  const events = await sql<{ position: bigint; at: Date }>`SELECT position, at FROM platform.event WHERE position > ${before}
    ORDER BY position`.execute(owner.db)
  let next = 0
  const lags = events.rows.map(({ position, at }) => {
    while (next < samples.length && (samples[next]?.position ?? 0n) < position) next++
    return (samples[next]?.at ?? Number.POSITIVE_INFINITY) - at.getTime()
  })
  return lags.sort((one, other) => one - other)
}

/** As many feeders as are needed to keep the rate while a commit waits for the disk. */
async function feed(): Promise<{ events: number; seconds: number }> {
  const ids = await sql<{
    id: string
    ip: string
    device: string
  }>`SELECT DISTINCT ON (account_id) account_id AS id, ip, device_id AS device
    FROM identity.sign_in ORDER BY account_id`.execute(owner.db)
  const platform = createTestPlatform(feeding)
  const total = seconds * rate
  const begun = performance.now()
  let next = 0
  const feeders = Array.from({ length: FEEDERS }, async () => {
    for (let number = next++; number < total; number = next++) {
      const early = begun + (number * 1_000) / rate - performance.now()
      if (early > 0) await sleep(early)
      const person = ids.rows[Math.floor(Math.random() * ids.rows.length)]
      if (!person) throw new Error('no customer did anything')
      await inTransaction(feeding.db, (tx) => happen(tx, platform.outbox, person))
    }
  })
  await Promise.all(feeders)
  platform.remove()
  return { events: total, seconds: (performance.now() - begun) / 1_000 }
}

type Emit = ReturnType<typeof createTestPlatform>['outbox']['emit']
interface Customer {
  readonly id: string
  readonly ip: string
  readonly device: string
}

/** Mix of a hundred events: 45 sign-ins, 40 movements of pesos, 10 trades, 5 changes of a bank account. */
async function happen(tx: Transaction, { emit }: { emit: Emit }, person: Customer): Promise<void> {
  const [accountId, luck] = [person.id, Math.random()]
  if (luck < 0.45) {
    await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
        device_id, vouched)
      VALUES (${newId()}, ${accountId}, now(), ${person.ip}, ${person.ip}, 'CO', 'Bogotá', 'Android', 'mobile', 'Chrome', '', 'entered',
        ${person.device}, true)`.execute(tx)
    await emit(tx, 'identity.signed_in', { accountId, sessionId: newId() })
  } else if (luck < 0.85) await movePesos(tx, emit, accountId, luck < 0.65 ? 'deposit' : 'withdrawal')
  else if (luck < 0.95) await emit(tx, 'trading.trade_updated', { accountId, tradeId: newId(), state: 'settled' })
  else await emit(tx, 'payments.account_changed', { accountId, bankAccountId: newId(), change: 'edited', account: 'x', heldUntil: null })
}

async function movePesos(tx: Transaction, emit: Emit, accountId: string, direction: 'deposit' | 'withdrawal'): Promise<void> {
  const [id, amount] = [newId(), 100n * BigInt(Math.round(10 ** (4 + 2 * Math.random())))]
  const columns = sql`id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number, amount`
  const values = sql`${id}, ${accountId}, 'x', ${id}, 1, 'x', 9, '123456', ${amount}, '{}'`
  if (direction === 'deposit')
    await sql`INSERT INTO payments.deposit (${columns}, payer, state, created_at, ended_at)
      VALUES (${values}, 'COMPLETED', now(), now())`.execute(tx)
  else
    await sql`INSERT INTO payments.withdrawal (${columns}, payee, state, pay_after, created_at) VALUES (${values}, 'HELD', now(), now())`.execute(
      tx,
    )
  const month = sql`date_trunc('month', now() - interval '5 hours')::date`
  await sql`INSERT INTO limits.operation_use VALUES (${id}, ${accountId}, ${month}, ${direction}, ${amount}, true)`.execute(tx)
  await sql`INSERT INTO limits.month_use VALUES (${accountId}, ${month}, ${direction}, ${amount})
    ON CONFLICT (account_id, month, direction) DO UPDATE SET used = month_use.used + excluded.used`.execute(tx)
  if (direction === 'deposit') await emit(tx, 'payments.deposit_credited', { accountId, depositId: id, amount: amount.toString() })
  else await emit(tx, 'payments.withdrawal_requested', { accountId, withdrawalId: id, amount: amount.toString(), account: 'x' })
}
