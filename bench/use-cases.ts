/**
 * Throughput of money movements: withdrawal requests, deposit credits and trades committed per second through the real use cases of the
 * modules, each with its rows, its announcement, its job and its posting, against PostgreSQL's own TPC-B-like transaction in the same run;
 * with one process and with two; and how long a suspended process delays others.
 *
 *   npx tsx bench/use-cases.ts [seconds for each line, default 4]
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startTestChain } from '../dev/embedded/chain/testing.ts'
import { startEmbeddedPostgres } from '../dev/embedded/database/postgres.ts'
import { temporaryFolder } from '../dev/testing/temporary-folder.ts'
import { createTestPlatform } from '../dev/testing/test-product.ts'
import { migrationSources } from '../server/src/composition/migration-sources.ts'
import { createLedger } from '../server/src/domains/money/ledger/index.ts'
import { buildPayments, fundAccount, sandboxEnvironment, verify } from '../server/src/domains/money/payments/parts.testing.ts'
import { depositText } from '../server/src/domains/money/payments/sealed-texts.ts'
import { type OpenDatabase, openDatabase } from '../server/src/platform/database/database.ts'
import { newId } from '../server/src/platform/database/ids.ts'
import { prepareDatabase } from '../server/src/platform/database/prepare-database.ts'
import { createLog } from '../server/src/platform/observability/log.ts'
import { evidenceSeals } from '../server/src/platform/secrets/evidence-seals.ts'
import { type Figure, recordFigure } from './figures.ts'
import { prepareTpcB } from './tpc-b.ts'
import type { Customer, Work, WriterPlan, WriterResult, WriterSetting } from './use-cases-writer.ts'

const seconds = Number(process.argv[2] ?? 4)
const IN_FLIGHT = 32
const CUSTOMERS = 1_000
const DEPOSITS_OF_WRITER = 40_000
const AT_ONCE = 16
const ALLOWED_P99_MS = 60
const GOAL = 2
const GOAL_OF_TWO = 0.9
const GOAL_STOPPED_MS = 50
const STOPPED_FOR_MS = 6_000
const USE_CASES = ['withdrawals', 'credits', 'trades'] as const

interface Writer {
  readonly pid: number
  run(plan: WriterPlan): Promise<WriterResult>
  end(): void
}
interface Rate {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly longestMs: number
}

const log = createLog({ level: 'error', pretty: false })
const dataDir = temporaryFolder('bench')
const [server, chain] = await Promise.all([startEmbeddedPostgres({ dataDir, log }), startTestChain()])
const owner = openDatabase(server.connection)
const writers: Writer[] = []
try {
  const access = { owner: server.connection, application: server.applicationConnection, signer: server.signerConnection }
  await prepareDatabase(access, migrationSources(), log)
  await prepareTpcB(owner.pool)
  await owner.pool.query('GRANT ALL ON branches, tellers, accounts, history TO PUBLIC')
  const providers = sandboxEnvironment({ baseUrls: { wompi: 'http://127.0.0.1:1', payouts: 'http://127.0.0.1:1' } as never })
  const env = { ...chain.env, ...providers, WITHDRAWALS_PER_DAY: '1000000' }
  const customers = await makeCustomers(env)
  for (let writer = 0; writer < 2; writer++) {
    const deposits = await makeDeposits(owner, customers)
    writers.push(await startWriter({ connection: server.applicationConnection, env: env as Record<string, string>, customers, deposits }))
  }
  // State that autovacuum reaches after a while.
  await owner.pool.query('VACUUM ANALYZE')
  await measure(writers)
} finally {
  for (const writer of writers) writer.end()
  await owner.close()
  await Promise.all([server.stop(), chain.destroy()])
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure([first, second]: readonly Writer[]): Promise<void> {
  if (!first || !second) throw new Error('needs two writers')
  const base = await line('tpc-b-like', [first])
  const usual = new Map<Work, number>()
  for (const work of USE_CASES) {
    const one = await line(work, [first])
    const two = await line(work, [first, second])
    usual.set(work, two.longestMs)
    const [share, ofTwo] = [one.perSecond / base.perSecond, two.perSecond / one.perSecond]
    report({ name: `${work} ÷ tpc-b-like`, value: share, unit: '×', atLeast: GOAL })
    report({ name: `${work}: p99`, value: one.p99Ms, unit: 'ms', atMost: ALLOWED_P99_MS })
    report({ name: `${work}: two processes ÷ one`, value: ofTwo, unit: '×', atLeast: GOAL_OF_TWO })
  }
  await line('tpc-b-like', [first])
  for (const work of ['withdrawals', 'credits'] as const) {
    const longest = await longestWhileStopped(work, first, second)
    const delay = Math.max(0, longest - (usual.get(work) ?? 0))
    console.log(
      `${work}: longest wait beside a stopped process ${longest.toFixed(0)} ms, beside one that works ${usual.get(work)?.toFixed(0)} ms`,
    )
    report({ name: `${work}: delay by a stopped process`, value: delay, unit: 'ms', atMost: GOAL_STOPPED_MS })
  }
}

function report(figure: Figure): void {
  const isMet = recordFigure(figure)
  console.log(
    `  ${figure.name} ${figure.value.toFixed(2)} ${figure.unit} (goal ${figure.atLeast ?? figure.atMost}: ${isMet ? 'met' : 'not met'})`,
  )
}

/** The processes share the operations in flight. */
async function line(work: Work, of: readonly Writer[]): Promise<Rate> {
  // Nothing settles them, and a customer has at most ten in flight.
  if (work === 'trades') await owner.pool.query(`UPDATE trading.trade SET state = 'refunded', settled_at = now() WHERE state = 'pending'`)
  const plan = { work, seconds, inFlight: IN_FLIGHT / of.length }
  const results = await Promise.all(of.map((writer) => writer.run(plan)))
  const errors = results.flatMap((result) => result.errors)
  const times = results.flatMap((result) => result.times).sort((a, b) => a - b)
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? 0
  const rate = { perSecond: times.length / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99), longestMs: times.at(-1) ?? 0 }
  const what = `${work}, ${of.length} process${of.length > 1 ? 'es' : ''}`
  reportErrors(what, errors)
  if (times.length === 0) reportErrors(what, ['no operation that began after the warm-up ended'])
  console.log(
    `${what.padEnd(26)} ${rate.perSecond.toFixed(0).padStart(5)}/s  p50 ${rate.p50Ms.toFixed(1)} ms  p99 ${rate.p99Ms.toFixed(1)} ms`,
  )
  return rate
}

/** Operations that failed make the figures of a line wrong. The other lines are still measured, and the run ends with status 1. */
function reportErrors(what: string, errors: readonly string[]): void {
  if (errors.length === 0) return
  process.exitCode = 1
  console.log(`${what}: FAILED, its figures are wrong: ${errors.join('; ')}`)
}

/** Both work at full load; one is suspended at any point for a while, and the longest delay of the other is reported. */
async function longestWhileStopped(work: Work, running: Writer, stopped: Writer): Promise<number> {
  const plan = { work, seconds: 4 + STOPPED_FOR_MS / 1_000, inFlight: IN_FLIGHT / 2 }
  const [result] = await Promise.all([
    running.run(plan),
    stopped.run(plan).catch(() => null),
    (async () => {
      await pause(2_500)
      process.kill(stopped.pid, 'SIGSTOP')
      await pause(STOPPED_FOR_MS)
      process.kill(stopped.pid, 'SIGCONT')
    })(),
  ])
  reportErrors(`${work} beside a stopped process`, result.errors)
  return result.times.reduce((longest, time) => Math.max(longest, time), 0)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function makeCustomers(env: WriterSetting['env']): Promise<Customer[]> {
  const { db, close } = openDatabase(server.applicationConnection)
  const platform = { ...createTestPlatform({ db }), env }
  const { kyc, payments } = buildPayments(platform)
  const ledger = createLedger(platform)
  const customers: Customer[] = []
  const lane = async () => {
    while (customers.length < CUSTOMERS) {
      const id = newId()
      const place = customers.push({ id, bankAccount: '' }) - 1
      await verify(kyc, id, 3)
      await fundAccount(ledger, id, 10n ** 13n)
      const bankAccount = await payments.ensureAccount({ owner: id, account: '12345678', accountType: 9, bank: 1, alias: 'Nómina' })
      customers[place] = { id, bankAccount }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  await ledger.close()
  await close()
  platform.remove()
  return customers
}

/** Deposits in the state in which the customer is at the bank. */
async function makeDeposits(database: OpenDatabase, customers: readonly Customer[]): Promise<WriterSetting['deposits']> {
  const platform = createTestPlatform(database)
  const seals = evidenceSeals(platform.secrets)
  const amount = 5_000_000n
  const made = customers.flatMap((customer) =>
    Array.from({ length: DEPOSITS_OF_WRITER / CUSTOMERS }, () => ({ ...customer, deposit: newId() })),
  )
  await database.pool.query(
    `INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
      amount, payer, state, created_at, seal)
    SELECT d.id, d.account_id, 'bench', d.bank_account, 1, 'Nómina', 9, '12345678', $5, '{}', 'PENDING', now(), d.seal
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) AS d (id, account_id, bank_account, seal)`,
    [
      made.map(({ deposit }) => deposit),
      made.map(({ id }) => id),
      made.map(({ bankAccount }) => bankAccount),
      made.map(({ deposit, id }) => seals.seal(depositText({ id: deposit, accountId: id, method: 'PSE', amount }))),
      String(amount),
    ],
  )
  platform.remove()
  return made.map(({ deposit }) => ({ id: deposit, amount: String(amount) })).sort(() => Math.random() - 0.5)
}

async function startWriter(setting: WriterSetting): Promise<Writer> {
  const file = fileURLToPath(new URL('./use-cases-writer.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('a writer ended')
    return value
  }
  child.stdin.write(`${JSON.stringify(setting)}\n`)
  await next()
  return {
    pid: child.pid ?? 0,
    async run(plan) {
      child.stdin.write(`${JSON.stringify(plan)}\n`)
      return JSON.parse(await next())
    },
    end: () => void child.kill('SIGKILL'),
  }
}
