/** What of a form may be changed: all of a draft, only what was declined afterwards, nothing that is under review (KYC-08, KYC-17). */
import type { LevelStatus } from '@tunjo/contract/kyc'

export interface FormAccess {
  readonly fields: boolean
  readonly slot: (slot: string) => boolean
  /** The reviewer's words about a slot, or about `fields`. */
  readonly declined: (slot: string) => string | null
}

export function accessTo({ state, declined }: Pick<LevelStatus, 'state' | 'declined'>): FormAccess {
  const reason = (slot: string) => declined.find((one) => one.slot === slot)?.description ?? null
  const isOpen = (slot: string) => state === 'open' || (state === 'declined' && reason(slot) !== null)
  return { fields: isOpen('fields'), slot: isOpen, declined: reason }
}
