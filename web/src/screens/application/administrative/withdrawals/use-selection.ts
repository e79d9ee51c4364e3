/** Rows that an officer has ticked, with their data at that time. */
import { useState } from 'react'

export function useSelection<Row>(keyOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  function toggle(row: Row): void {
    const next = new Map(chosen)
    if (!next.delete(keyOf(row))) next.set(keyOf(row), row)
    setChosen(next)
  }
  return { chosen: [...chosen.values()], has: (row: Row) => chosen.has(keyOf(row)), toggle, clear: () => setChosen(new Map()) }
}
