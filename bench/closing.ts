/**
 * Duration of a daily closing, with the tree over customers' balances, and the cost of a proof from it. Half of the customers have two
 * assets; the given number of postings came after midnight.
 *
 *   npx tsx bench/closing.ts [customers, default 20000] [postings after midnight, default 5000]
 */
import { loadavg } from 'node:os'
import type { AssetCode } from '../contract/src/money.ts'
import { createTestPlatform } from '../dev/testing/test-product.ts'
import { createLedger, customerAccount, type Leg, systemAccount } from '../server/src/domains/money/ledger/index.ts'
import { closeDays } from '../server/src/domains/money/reconciliation/closing/close-days.ts'
import { proveReserves } from '../server/src/domains/money/reconciliation/closing/prove-reserves.ts'
import { newId } from '../server/src/platform/database/ids.ts'
import { evidenceSeals } from '../server/src/platform/secrets/evidence-seals.ts'
import { openBenchDatabase } from './bench-database.ts'
import { recordFigure } from './figures.ts'

const customers = Number(process.argv[2] ?? 20_000)
const later = Number(process.argv[3] ?? 5_000)
const DAY_MS = 86_400_000
const LEGS_AT_ONCE = 60
const PROOFS = 200

const { application, close, processorSeconds } = await openBenchDatabase()
const platform = createTestPlatform(application)
try {
  const ledger = createLedger(platform)
  const owners = Array.from({ length: customers }, () => newId())
  const credit = (owner: string, asset: AssetCode): Leg => ({
    kind: 'post',
    id: newId(),
    debit: systemAccount('bank', asset),
    credit: customerAccount(owner, asset),
    amount: 1_000n,
    code: 'bench.credit',
  })
  const post = async (legs: readonly Leg[]) => {
    for (let from = 0; from < legs.length; from += LEGS_AT_ONCE) {
      const posted = await ledger.post(legs.slice(from, from + LEGS_AT_ONCE))
      if (posted.outcome === 'refused') throw new Error(posted.refusal.code)
    }
  }
  await post(owners.flatMap((owner, place) => [credit(owner, 'COP'), ...(place % 2 === 0 ? [credit(owner, 'BTC')] : [])]))
  platform.clock.advance(DAY_MS)
  await post(owners.slice(0, later).map((owner) => credit(owner, 'COP')))
  const context = { ...platform, ledger, seals: evidenceSeals(platform.secrets) }
  await measure(`closing of ${customers} customers, ${later} postings after midnight`, 1, () => closeDays(context))
  const asked = owners.slice(0, PROOFS)
  await measure(`proof, one of ${PROOFS}`, PROOFS, async () => {
    for (const owner of asked) await proveReserves(context, owner, null)
  })
  await ledger.close()
} finally {
  platform.remove()
  await close()
}

async function measure(what: string, times: number, act: () => Promise<void>): Promise<void> {
  const [begun, usedBefore] = [performance.now(), await processorSeconds()]
  await act()
  const seconds = (performance.now() - begun) / 1_000
  const used = (await processorSeconds()) - usedBefore
  const each = (value: number) => `${((value * 1_000) / times).toFixed(1)} ms`
  console.log(`${what}: ${each(seconds)} on the wall, ${each(used)} of processor time; load ${loadavg()[0]?.toFixed(1)}`)
  recordFigure({ name: what, value: (seconds * 1_000) / times, unit: 'ms' })
  recordFigure({ name: `${what}: processor time`, value: (used * 1_000) / times, unit: 'ms' })
}
