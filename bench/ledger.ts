/**
 * Throughput of ledger postings, as ratios within one run on one machine, with durability, idempotency and hash chain: batched against one
 * transaction for each posting, random against one hot account, both against PostgreSQL's own TPC-B-like transaction (pgbench's, scale 1);
 * in the process and over HTTP; and the disk space of a transfer.
 *
 *   npx tsx bench/ledger.ts [seconds for each line, default 4] [--pgledger DIR]
 *
 * With a copy of the repository pgr0ss/pgledger its transfers between two random accounts are measured in the same run.
 */
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../dev/embedded/database/postgres.ts'
import { temporaryFolder } from '../dev/testing/temporary-folder.ts'
import { migrationSources } from '../server/src/composition/migration-sources.ts'
import { createLedger, customerAccount, type Ledger, type Leg, systemAccount } from '../server/src/domains/money/ledger/index.ts'
import { TEST_KEYS } from '../server/src/domains/money/ledger/testing/keys.ts'
import { inTransaction, openDatabase } from '../server/src/platform/database/database.ts'
import { newId } from '../server/src/platform/database/ids.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { createLog } from '../server/src/platform/observability/log.ts'
import { systemClock } from '../server/src/platform/time/clock.ts'
import { recordFigure } from './figures.ts'
import { overHttp } from './ledger-http.ts'
import { preparePgledger } from './pgledger.ts'
import { prepareTpcB, tpcB } from './tpc-b.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { pgledger: { type: 'string' } } })
const seconds = Number(positionals[0] ?? 4)
const ACCOUNTS = 10_000
const GOALS = { 'random 1': {}, 'hot 1': {}, 'random 32': { atLeast: 3 }, 'hot 32': { atLeast: 6 } }
const GOALS_OVER_HTTP: Readonly<Record<string, number>> = { random: 5, hot: 7 }
const CONNECTIONS = 32

interface Rate {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const log = createLog({ level: 'error', pretty: false })
const dataDir = temporaryFolder('bench')
const server = await startEmbeddedPostgres({ dataDir, log })
const { db, pool, close } = openDatabase(server.connection, { maxConnections: CONNECTIONS })
try {
  await migrate(db, migrationSources().filter(({ module }) => module === 'ledger')) // biome-ignore format: one call
  const ledger = createLedger({ db, clock: systemClock, log, ...TEST_KEYS })
  const accounts = Array.from({ length: ACCOUNTS }, () => customerAccount(newId(), 'COP'))
  await fund(ledger, accounts)
  await prepareTpcB(pool)

  const bank = systemAccount('bank', 'COP')
  const any = () => accounts[Math.floor(Math.random() * ACCOUNTS)] ?? bank
  const leg = (debit: typeof bank, credit: typeof bank): Leg => ({
    kind: 'post',
    id: newId(),
    debit,
    credit,
    amount: 1n,
    code: 'bench.move',
  })
  const randomLeg = (): Leg => {
    const [debit, credit] = [any(), any()]
    return debit.id === credit.id ? randomLeg() : leg(debit, credit)
  }
  const hotLeg = () => leg(bank, any())
  const batched = (make: () => Leg) => () => ledger.post([make()])
  const single = (make: () => Leg) => () => inTransaction(db, (tx) => ledger.postWithin(tx, [make()]))

  const pgledger = values.pgledger ? await preparePgledger(pool, values.pgledger) : null

  const results = new Map<string, Rate>()
  const measure = async (name: string, inFlight: number, work: () => Promise<unknown>) => {
    const rate = await run(work, inFlight)
    results.set(`${name} ${inFlight}`, rate)
    console.log(`${name.padEnd(16)} in flight ${String(inFlight).padStart(3)}  ${format(rate)}`)
  }
  for (const inFlight of [1, 32, 128, 512]) {
    await measure('batched random', inFlight, batched(randomLeg))
    await measure('batched hot', inFlight, batched(hotLeg))
    if (inFlight > CONNECTIONS) continue
    await measure('within random', inFlight, single(randomLeg))
    await measure('within hot', inFlight, single(hotLeg))
    await measure('tpc-b-like', inFlight, () => tpcB(pool))
    if (pgledger) await measure('pgledger', inFlight, pgledger)
  }
  const ratio = (a: string, b: string, goal: { atLeast?: number } = {}) => {
    const value = (results.get(a)?.perSecond ?? 0) / (results.get(b)?.perSecond ?? 1)
    console.log(`${`${a} ÷ ${b}`.padEnd(38)} ${value.toFixed(2)}`)
    recordFigure({ name: `${a} ÷ ${b}`, value, unit: '×', ...goal })
  }
  console.log('\nratios of transfers per second')
  for (const inFlight of [1, 32]) for (const kind of ['random', 'hot']) ratio(`batched ${kind} ${inFlight}`, `within ${kind} ${inFlight}`)
  for (const inFlight of [1, 32] as const)
    for (const kind of ['random', 'hot'] as const)
      ratio(`batched ${kind} ${inFlight}`, `tpc-b-like ${inFlight}`, GOALS[`${kind} ${inFlight}`])
  if (pgledger) for (const inFlight of [1, 32]) ratio(`batched random ${inFlight}`, `pgledger ${inFlight}`)
  for (const inFlight of [32, 512]) ratio(`batched hot ${inFlight}`, `batched random ${inFlight}`)

  const http = await overHttp({ random: batched(randomLeg), hot: batched(hotLeg), 'tpc-b-like': () => tpcB(pool) }, seconds)
  console.log('\nover HTTP, 128 connections')
  for (const [name, rate] of http) {
    const share = rate.perSecond / (http.get('tpc-b-like')?.perSecond ?? 1)
    console.log(`${name.padEnd(16)} ${format(rate)}  ${share.toFixed(2)} × tpc-b-like  ${rate.errors} errors`)
    recordFigure({ name: `over HTTP, 128 connections: ${name} ÷ tpc-b-like`, value: share, unit: '×', atLeast: GOALS_OVER_HTTP[name] })
    recordFigure({ name: `over HTTP, 128 connections: ${name}, errors`, value: rate.errors, unit: '', atMost: 0 })
  }

  const { faults, transfers } = await ledger.verify()
  const size = await pool.query(`SELECT pg_table_size('ledger.transfer') + pg_table_size('ledger.batch') AS rows,
    pg_indexes_size('ledger.transfer') + pg_indexes_size('ledger.batch') AS indexes`)
  const [rows, indexes] = [size.rows[0].rows, size.rows[0].indexes].map((bytes) => Math.round(Number(bytes) / transfers))
  console.log(
    `\n${transfers} transfers verified, ${faults.length} faults; each takes ${rows} bytes of rows and ${indexes} of indexes on disk`,
  )
  recordFigure({ name: 'faults', value: faults.length, unit: '', atMost: 0 })
  recordFigure({ name: 'bytes of rows for a transfer', value: rows ?? 0, unit: 'bytes' })
  recordFigure({ name: 'bytes of indexes for a transfer', value: indexes ?? 0, unit: 'bytes' })
} finally {
  await close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function run(work: () => Promise<unknown>, inFlight: number): Promise<Rate> {
  const times: number[] = []
  const warmUntil = performance.now() + 500
  const until = warmUntil + seconds * 1_000
  const worker = async () => {
    for (let at = performance.now(); at < until; at = performance.now()) {
      await work()
      if (at > warmUntil) times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  times.sort((a, b) => a - b)
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { perSecond: times.length / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) }
}

function format({ perSecond, p50Ms, p99Ms }: Rate): string {
  return `${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms`
}

async function fund(ledger: Ledger, accounts: readonly ReturnType<typeof customerAccount>[]): Promise<void> {
  const bank = systemAccount('bank', 'COP')
  await Promise.all(
    accounts.map((credit) => ledger.post([{ kind: 'post', id: newId(), debit: bank, credit, amount: 10n ** 9n, code: 'bench.fund' }])),
  )
}
