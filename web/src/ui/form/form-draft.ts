/** Persistent form draft until it is sent: survives a reload, a lost connection and navigation. Texts, numbers and ticks; never files. */

import { useEffect } from 'react'
import { localStore } from '../page-storage.ts'

const storageKey = (name: string): string => `tunjo.draft.${name}`
const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** Merge the draft's fields that still exist and still have their kind into the initial ones. */
export function restoreDraft<V extends object>(text: string | null, initial: V): V {
  const stored = parseObject(text)
  const kept = Object.entries(initial).filter(([key, value]) => isPlain(stored[key]) && typeof stored[key] === typeof value)
  return { ...initial, ...Object.fromEntries(kept.map(([key]) => [key, stored[key]])) }
}

export const readDraft = <V extends object>(name: string, initial: V): V => restoreDraft(localStore.getItem(storageKey(name)), initial)

export const dropDraft = (name: string): void => localStore.removeItem(storageKey(name))

export function usePersistentDraft(name: string | undefined, values: object, isChanged: boolean): void {
  useEffect(() => {
    if (!name) return
    if (!isChanged) return dropDraft(name)
    const plain = Object.entries(values).filter(([, value]) => isPlain(value))
    localStore.setItem(storageKey(name), JSON.stringify(Object.fromEntries(plain)))
  }, [name, values, isChanged])
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
