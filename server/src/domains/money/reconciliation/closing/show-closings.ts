/** Closings as officers read them, on the screen and as CSV. */

import type { Closing } from '@tunjo/contract/closings'
import { CSV_ROWS_MAX } from '@tunjo/contract/csv-rows'
import type { Locale } from '@tunjo/contract/locales'
import { ASSET_CODES, formatAsset } from '@tunjo/contract/money'
import { listToCsv } from '../../../../platform/csv/csv.ts'
import { APPROVAL_WORDS } from '../approval-words.ts'
import { coverageOf } from '../rules.ts'
import { type ClosedAsset, type ClosingRow, hasValidSeal, listClosings } from './closing-rows.ts'
import type { ClosingContext } from './context.ts'

export async function showClosings(
  context: ClosingContext,
  { pageIndex, size }: { pageIndex: number; size: number },
): Promise<{ results: Closing[]; total: number }> {
  const { rows, total } = await listClosings(context, { offset: pageIndex * size, size })
  return { results: rows.map((row) => show(context, row)), total }
}

const show = (context: ClosingContext, row: ClosingRow): Closing => {
  const { day, seq, hash, openDifferences, customers, root, closedAt, assets } = row
  const isSealed = hasValidSeal(context, row)
  // A forged row shows no amount.
  return {
    ...{ day, seq: String(seq), hash, openDifferences, customers, root, isSealed },
    ...{ closedAt: closedAt.toISOString(), assets: isSealed ? assets.map(showAsset) : [] },
  }
}

const showAsset = ({ asset, liabilities, held, comparedAt }: ClosedAsset): Closing['assets'][number] => ({
  asset,
  liabilities: formatAsset(asset, liabilities),
  held: held === null ? null : formatAsset(asset, held),
  difference: held === null ? null : formatAsset(asset, held - liabilities),
  coverage: held === null ? null : coverageOf(held, liabilities),
  comparedAt: comparedAt?.toISOString() ?? null,
})

export async function closingsCsv(context: ClosingContext, locale: Locale): Promise<string> {
  const words = APPROVAL_WORDS[locale]
  const { results } = await showClosings(context, { pageIndex: 0, size: Math.floor(CSV_ROWS_MAX / ASSET_CODES.length) + 1 })
  const lines = results.flatMap((closing) =>
    closing.assets.map(({ asset, liabilities, held, difference, coverage, comparedAt }) => [
      ...[closing.day, asset, liabilities, held, difference, coverage, comparedAt],
      ...[closing.openDifferences, closing.customers, closing.seq, closing.hash, closing.root, closing.closedAt],
      closing.isSealed ? words.valid : words.invalid,
    ]),
  )
  return listToCsv(words.closings, lines, locale).text
}
