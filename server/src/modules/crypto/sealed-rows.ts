/**
 * Sealed rows in a table to which another role may insert any number of rows: all are read, page by page, so that no number of forged ones hides a
 * true one, and none of them fills the memory.
 */
const PAGE = 500
/** Sorts before every id that we make. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export interface SealedRows<Row> {
  /** Rows with a greater id, in the order of their ids. */
  readonly page: (afterId: string, limit: number) => Promise<readonly Row[]>
  readonly isOurs: (row: Row) => boolean
  /** Which of two of ours counts. What is compared has to be sealed. */
  readonly isBefore: (one: Row, other: Row) => boolean
}

export async function findOurs<Row extends { readonly id: string }>({
  page,
  isOurs,
  isBefore,
}: SealedRows<Row>): Promise<{ found: Row | null; forged: number }> {
  let found: Row | null = null
  let forged = 0
  for (let afterId = BEFORE_ALL; ; ) {
    const rows = await page(afterId, PAGE)
    const ours = rows.filter((row) => isReadable(isOurs, row))
    forged += rows.length - ours.length
    for (const row of ours) if (found === null || isBefore(row, found)) found = row
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return { found, forged }
    afterId = last.id
  }
}

/** A forged row may hold what no text can be made of, as a time that is infinite: none of ours does. */
function isReadable<Row>(isOurs: (row: Row) => boolean, row: Row): boolean {
  try {
    return isOurs(row)
  } catch {
    return false
  }
}
