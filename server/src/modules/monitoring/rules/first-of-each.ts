/** Of rows in the order of their times the first of each key, in that order. */
export function firstOfEach<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const known = new Map<string, Row>()
  for (const row of rows) if (!known.has(keyOf(row))) known.set(keyOf(row), row)
  return [...known.values()]
}
