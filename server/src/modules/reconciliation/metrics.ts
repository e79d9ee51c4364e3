/** Metrics of the books: differences, freezes, and the age of each part's comparison (docs/operations.md has the thresholds). */
import { ASSET_CODES } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Gauges } from '../../platform/gauges.ts'
import { countForged } from './closing/closing-rows.ts'
import type { ReconciliationContext } from './context.ts'
import { oldBooksAge } from './old-books.ts'

export const reconciliationMetrics = (context: Pick<ReconciliationContext, 'clock' | 'db' | 'ledger' | 'memory' | 'seals'>): Gauges => ({
  name: 'books',
  help: 'Open differences (red over 0), seconds since each part was compared to its end (red over 300) and since the oldest part of the book was verified (red over 86400), frozen assets and forged closings (red over 0)',
  async read() {
    const { clock, db, ledger, seals } = context
    const oldest = await oldBooksAge(context)
    const open = await sql<{ open: number }>`SELECT count(*)::int AS open FROM reconciliation.difference WHERE state = 'open'`.execute(db)
    // A part that never completed has the maximum age, also after a recent failure.
    const ages = await sql<{ part: string; age: number }>`SELECT part,
      extract(epoch FROM ${clock.now()}::timestamptz - coalesce(finished_at, 'epoch'))::float8 AS age FROM reconciliation.run`.execute(db)
    const frozen = new Set((await ledger.freezes()).map(({ asset }) => asset))
    return {
      open_differences: open.rows[0]?.open ?? 0,
      ...(oldest === null ? {} : { oldest_verified_seconds: oldest }),
      closings_unproved: await countForged({ db, seals }),
      ...Object.fromEntries(ages.rows.map(({ part, age }) => [`${part}_age_seconds`, age])),
      ...Object.fromEntries(ASSET_CODES.map((asset) => [`frozen_${asset}`, frozen.has(asset) ? 1 : 0])),
    }
  },
})
