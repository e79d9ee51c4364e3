/**
 * Sealed rows in a table to which another role may insert any number of rows: all are read, page by page, so that no number of forged ones
 * hides a true one, and none of them fills the memory.
 */
const PAGE = 500
/** Sorts before every generated id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

interface Pages<Row> {
  /** Rows with a greater id, in the order of their ids. */
  readonly page: (afterId: string, limit: number) => Promise<readonly Row[]>
  readonly isOurs: (row: Row) => boolean
}
export interface SealedRows<Row> extends Pages<Row> {
  /** Decides which of two sealed rows counts. The compared values have to be sealed. */
  readonly isBefore: (one: Row, other: Row) => boolean
}

/** All sealed rows, which are few, in the order of their ids; each forged row is passed to the callback and not kept. */
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

export async function findSealed<Row extends { readonly id: string }>({
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

/** A forged row may hold values that have no text, such as an infinite time: no sealed row does. */
function isReadable<Row>(isOurs: (row: Row) => boolean, row: Row): boolean {
  try {
    return isOurs(row)
  } catch {
    return false
  }
}
