/**
 * Throughput of the background verification of the ledger: transfers and batches a second by `verifyNext`, in pages as the reconciliation
 * reads them, of batches with few and with many transfers; and the cost of the check of open holds in each pass.
 *
 *   npx tsx bench/verify.ts [batches of each kind, default 4000]
 */
import { rmSync } from 'node:fs'
import { startEmbeddedPostgres } from '../dev/embedded/database/postgres.ts'
import { temporaryFolder } from '../dev/testing/temporary-folder.ts'
import { migrationSources } from '../server/src/composition/migration-sources.ts'
import { createLedger, customerAccount, GENESIS, type Ledger, type Leg, systemAccount } from '../server/src/domains/money/ledger/index.ts'
import { TEST_KEYS } from '../server/src/domains/money/ledger/testing/keys.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { newId } from '../server/src/platform/database/ids.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { createLog } from '../server/src/platform/observability/log.ts'
import { systemClock } from '../server/src/platform/time/clock.ts'
import { recordFigure } from './figures.ts'

const batches = Number(process.argv[2] ?? 4_000)
const PAGE = 500
const HOLDS = 500
const KINDS = [1, 20] as const

const log = createLog({ level: 'error', pretty: false })
const dataDir = temporaryFolder('bench')
const server = await startEmbeddedPostgres({ dataDir, log })
const { db, pool, close } = openDatabase(server.connection, { maxConnections: 4 })
try {
  await migrate(db, migrationSources().filter(({ module }) => module === 'ledger')) // biome-ignore format: one call
  const ledger = createLedger({ db, clock: systemClock, log, ...TEST_KEYS })
  const accounts = Array.from({ length: 2_000 }, () => customerAccount(newId(), 'COP'))
  const bank = systemAccount('bank', 'COP')
  const leg = (place: number): Leg => ({
    ...{ kind: 'post', id: newId(), amount: 100n, code: 'bench.move' },
    ...{ debit: bank, credit: accounts[place % accounts.length] ?? bank },
  })
  for (const legs of KINDS) {
    const place = (await ledger.head()) ?? { seq: 0n, hash: GENESIS }
    for (let batch = 0; batch < batches; batch++) await ledger.post(Array.from({ length: legs }, (_, index) => leg(batch * legs + index)))
    await pool.query('ANALYZE')
    const seconds = await read(ledger, place)
    const perSecond = (count: number) => Math.round(count / seconds)
    console.log(`${legs} transfers in a batch: ${perSecond(batches)} batches/s, ${perSecond(batches * legs)} transfers/s`)
    recordFigure({ name: `transfers, ${legs} in a batch`, value: (batches * legs) / seconds, unit: '/s' })
  }
  for (const account of accounts.slice(0, HOLDS)) await ledger.hold({ id: newId(), account, amount: 1n, code: 'bench.hold' })
  const began = performance.now()
  const faults = await ledger.verifyHeld()
  const tookMs = performance.now() - began
  console.log(`${HOLDS} open holds: ${Math.round(tookMs)} ms, ${faults.length} faults`)
  recordFigure({ name: `${HOLDS} open holds, in each pass`, value: tookMs, unit: 'ms' })
  recordFigure({ name: 'faults', value: faults.length, unit: '', atMost: 0 })
} finally {
  await close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function read(ledger: Ledger, from: { seq: bigint; hash: string }): Promise<number> {
  const began = performance.now()
  for (let place = from; ; ) {
    const part = await ledger.verifyNext(place, PAGE)
    if (part.faults.length > 0) throw new Error('the book that was measured is not in order')
    if (part.isEnd) return (performance.now() - began) / 1_000
    place = part.until
  }
}
