/** Metrics of the books: differences, freezes, and the age of each part's comparison. */
import { ASSET_CODES } from '@tunjo/contract/money'
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import { countForged } from './closing/closing-rows.ts'
import type { ReconciliationContext } from './context.ts'
import { oldBooksAge } from './old-books.ts'

const MEASURES = declareMeasures('books', {
  open_differences: {
    help: 'Open differences of the ledger with the chain, the providers or itself',
    rules: [{ alert: 'BooksDiffer', when: '> 0', severity: 'page', summary: '{{ $value }} differences of the books are open' }],
  },
  oldest_verified_seconds: {
    name: 'books_oldest_verified_age_seconds',
    help: 'Time since the part of the book that was verified longest ago was verified',
    rules: [
      {
        alert: 'BooksUnverified',
        when: '> 86400',
        severity: 'page',
        summary: 'Some part of the book was last verified more than a day ago',
      },
    ],
  },
  closings_unproved: {
    help: 'Rows of daily closings that were changed directly in the database',
    rules: [
      {
        alert: 'ClosingsUnproved',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} daily closings were changed directly in the database',
      },
    ],
  },
  '{part}_age_seconds': {
    name: 'books_comparison_age_seconds',
    help: 'Time since this part of the books was compared completely',
    rules: [
      {
        alert: 'ReconciliationOld',
        when: '> 300',
        severity: 'page',
        summary: '{{ $labels.part }} has not been compared for {{ $value }} s',
      },
    ],
  },
  'frozen_{asset}': {
    name: 'books_frozen',
    help: '1 while the asset is frozen, else 0',
    rules: [
      {
        alert: 'AssetFrozen',
        when: '> 0',
        severity: 'page',
        summary: '{{ $labels.asset }} is frozen: withdrawals and trades of it are refused',
      },
    ],
  },
})

export const reconciliationMetrics = (context: Pick<ReconciliationContext, 'clock' | 'db' | 'ledger' | 'memory' | 'seals'>): Gauges => ({
  measures: MEASURES,
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
