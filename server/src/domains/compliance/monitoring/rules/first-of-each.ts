/** First row of each key, in the order of the rows, which are ordered by time. */
export function firstOfEach<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const known = new Map<string, Row>()
  for (const row of rows) if (!known.has(keyOf(row))) known.set(keyOf(row), row)
  return [...known.values()]
}
