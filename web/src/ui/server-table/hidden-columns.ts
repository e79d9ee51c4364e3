/** Hidden columns of each table, stored on this device. */

import { useState } from 'react'
import { localStore } from '../page-storage.ts'

export interface PickableColumn {
  key: string
  isFixed?: boolean
  isExtra?: boolean
}

const storageKey = (tableName: string): string => `tunjo.columns.${tableName}`

/** Keys of an earlier version of the table are dropped, and fixed columns are never hidden. */
export function readHidden(text: string | null, columns: readonly PickableColumn[]): ReadonlySet<string> {
  const stored = parseList(text)
  const isHidden = ({ key, isExtra }: PickableColumn) => (stored ? stored.includes(key) : isExtra === true)
  return new Set(columns.filter((column) => !column.isFixed && isHidden(column)).map(({ key }) => key))
}

export function useHiddenColumns(tableName: string, columns: readonly PickableColumn[]) {
  const [hidden, setHidden] = useState(() => readHidden(localStore.getItem(storageKey(tableName)), columns))

  function toggle(key: string): void {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    localStore.setItem(storageKey(tableName), JSON.stringify([...next]))
    setHidden(next)
  }

  function reset(): void {
    localStore.removeItem(storageKey(tableName))
    setHidden(readHidden(null, columns))
  }

  return { hidden, toggle, reset }
}

function parseList(text: string | null): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text ?? 'null')
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}
