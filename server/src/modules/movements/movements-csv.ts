/** The history as a spreadsheet, with escaped cells as in all exports (R30). */
import { CSV_ROWS_READ, listToCsv } from '../../platform/csv.ts'
import { dateForSheets } from '../../platform/date-for-sheets.ts'
import { type Filters, searchOf, viewMovement } from './list-movements.ts'
import { findMovements, type MovementRow } from './movement-store.ts'
import type { MovementsContext } from './types.ts'
import { KIND_WORDS, RAIL_WORDS, STATE_WORDS } from './words.es.ts'

const HEADER = [
  'Número', 'Fecha', 'Tipo', 'Medio', 'Moneda', 'Cantidad', 'Moneda recibida', 'Cantidad recibida', 'Origen o destino', 'Referencia',
  'Estado', 'Terminó',
] // biome-ignore format: one list
/** Batch size: an export holds no connection for long. */
const BATCH = 1_000

export async function movementsCsv(context: MovementsContext, accountId: string, filters: Filters): Promise<string> {
  const search = searchOf(context, accountId, filters)
  const rows: MovementRow[] = []
  while (rows.length < CSV_ROWS_READ) {
    const limit = Math.min(BATCH, CSV_ROWS_READ - rows.length)
    const found = await findMovements(context.db, search, { after: rows.at(-1) ?? null, limit })
    rows.push(...found)
    if (found.length < limit) break
  }
  return listToCsv(
    HEADER,
    rows.map((row) => sheetRow(context, row)),
  ).text
}

function sheetRow(context: MovementsContext, row: MovementRow): (string | null)[] {
  const { id, kind, rail, asset, amount, received, place, state } = viewMovement(context, row)
  return [
    id,
    dateForSheets(row.createdAt),
    KIND_WORDS[kind],
    RAIL_WORDS[rail],
    asset,
    amount,
    received?.asset ?? null,
    received?.amount ?? null,
    place,
    row.reference,
    STATE_WORDS[state],
    row.endedAt && dateForSheets(row.endedAt),
  ]
}
