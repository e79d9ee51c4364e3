/** Who is signed in, for the whole page: pending until the first answer, then fulfilled or rejected (SHELL-12). */
import { useSyncExternalStore } from 'react'

export interface Account {
  id: string
  email: string
}
export type Session = { status: 'pending' } | { status: 'fulfilled'; account: Account } | { status: 'rejected' }

let session: Session = { status: 'rejected' }
const listeners = new Set<() => void>()

export function setSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

export const currentAccount = (): Account | null => (session.status === 'fulfilled' ? session.account : null)

export function useAccount(): Account | null {
  return useSyncExternalStore(subscribe, currentAccount)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const HOME = '/application'

export const fetchSession = async (): Promise<Account | null> => currentAccount()
