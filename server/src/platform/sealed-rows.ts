/**
 * Sealed rows in a table to which another role may insert any number of rows: all are read, page by page, so that no number of forged ones hides a
 * true one, and none of them fills the memory.
 */
const PAGE = 500
/** Sorts before every id that we make. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

interface Pages<Row> {
  /** Rows with a greater id, in the order of their ids. */
  readonly page: (afterId: string, limit: number) => Promise<readonly Row[]>
  readonly isOurs: (row: Row) => boolean
}
export interface SealedRows<Row> extends Pages<Row> {
  /** Which of two of ours counts. What is compared has to be sealed. */
  readonly isBefore: (one: Row, other: Row) => boolean
}

/** All of ours, which are few, in the order of their ids; and the forged rows, each of which is handed over and not kept. */
export async function readSealed<Row extends { readonly id: string }>(
  { page, isOurs }: Pages<Row>,
  onForged: (row: Row) => void,
): Promise<Row[]> {
  const ours: Row[] = []
  for (let afterId = BEFORE_ALL; ; ) {
    const rows = await page(afterId, PAGE)
    for (const row of rows)
      if (isReadable(isOurs, row)) ours.push(row)
      else onForged(row)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return ours
    afterId = last.id
  }
}

export async function findOurs<Row extends { readonly id: string }>({
  isBefore,
  ...pages
}: SealedRows<Row>): Promise<{ found: Row | null; forged: number }> {
  let forged = 0
  const ours = await readSealed(pages, () => {
    forged += 1
  })
  const found = ours.reduce<Row | null>((best, row) => (best === null || isBefore(row, best) ? row : best), null)
  return { found, forged }
}

/** A forged row may hold what no text can be made of, as a time that is infinite: none of ours does. */
function isReadable<Row>(isOurs: (row: Row) => boolean, row: Row): boolean {
  try {
    return isOurs(row)
  } catch {
    return false
  }
}
