/** The history as a spreadsheet, with escaped cells as in all exports (R30). */
import { CSV_ROWS_READ, listToCsv } from '../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../platform/csv/date-for-sheets.ts'
import { type Filters, searchOf, viewMovement } from './list-movements.ts'
import { findMovements, type MovementRow } from './movement-store.ts'
import type { MovementsContext, MovementsOwner } from './types.ts'
import { MOVEMENT_WORDS, type MovementWords } from './words.ts'

/** Batch size: an export holds no connection for long. */
const BATCH = 1_000

export async function movementsCsv(context: MovementsContext, { accountId, locale }: MovementsOwner, filters: Filters): Promise<string> {
  const words = MOVEMENT_WORDS[locale]
  const search = searchOf(context, accountId, filters)
  const rows: MovementRow[] = []
  while (rows.length < CSV_ROWS_READ) {
    const limit = Math.min(BATCH, CSV_ROWS_READ - rows.length)
    const found = await findMovements(context.db, search, { after: rows.at(-1) ?? null, limit })
    rows.push(...found)
    if (found.length < limit) break
  }
  return listToCsv(
    headerOf(words),
    rows.map((row) => sheetRow(context, row, words)),
    locale,
  ).text
}

const headerOf = ({ columns }: MovementWords): string[] => [
  columns.id, columns.createdAt, columns.kind, columns.rail, columns.asset, columns.amount, columns.receivedAsset, columns.receivedAmount,
  columns.place, columns.reference, columns.state, columns.endedAt,
] // biome-ignore format: the cells of a row

function sheetRow(context: MovementsContext, row: MovementRow, { kinds, rails, states }: MovementWords): (string | null)[] {
  const { id, kind, rail, asset, amount, received, place, state } = viewMovement(context, row)
  return [
    id,
    dateForSheets(row.createdAt),
    kinds[kind],
    rails[rail],
    asset,
    amount,
    received?.asset ?? null,
    received?.amount ?? null,
    place,
    row.reference,
    states[state],
    row.endedAt && dateForSheets(row.endedAt),
  ]
}
