/** Setting of this device that hides balances from bystanders. */
import { useSyncExternalStore } from 'react'
import { readPreference, writePreference } from '../../preference.ts'

const NAME = 'tunjo.hidden-balances'
const listeners = new Set<() => void>()
const isHidden = (): boolean => readPreference(NAME) === 'yes'

export function useHiddenBalances(): boolean {
  return useSyncExternalStore(listen, isHidden)
}

export function hideBalances(hidden: boolean): void {
  writePreference(NAME, hidden ? 'yes' : 'no')
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
