/** A list as rows of cells, read by a cursor. */
import { sql } from 'kysely'
import { ROWS_IN_PIECE } from './rules.ts'
import type { Sheet, SheetQuery } from './types.ts'

export function sheetOf<Row>({ header, count, rows, cells }: SheetQuery<Row>): Sheet {
  return {
    header,
    count: async (tx) => (await count.execute(tx)).rows[0]?.total ?? 0,
    async *batches(tx) {
      await sql`DECLARE sheet NO SCROLL CURSOR FOR ${rows}`.execute(tx)
      for (;;) {
        const found = await sql<Row>`FETCH ${sql.lit(ROWS_IN_PIECE)} FROM sheet`.execute(tx)
        if (found.rows.length === 0) return
        yield found.rows.map(cells)
      }
    },
  }
}
