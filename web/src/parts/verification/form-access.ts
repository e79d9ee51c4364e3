/** Editable parts of a form: all of a draft, only declined parts afterwards, none in review (KYC-08, KYC-17). */
import type { LevelStatus } from '@tunjo/contract/kyc'
import type { FormFile } from '@tunjo/contract/kyc-drafts'

export interface FormAccess {
  readonly fields: boolean
  readonly slot: (slot: string) => boolean
  /** The reviewer's text about a slot, or about `fields`. */
  readonly declined: (slot: string) => string | null
}

export function accessTo({ state, declined }: Pick<LevelStatus, 'state' | 'declined'>): FormAccess {
  const reason = (slot: string) => declined.find((one) => one.slot === slot)?.description ?? null
  const isOpen = (slot: string) => state === 'open' || (state === 'declined' && reason(slot) !== null)
  return { fields: isOpen('fields'), slot: isOpen, declined: reason }
}

/** Whether a file was added after the review. Earlier files of a declined form were reviewed already and cannot be removed. */
export function isSinceReview({ state, sentAt }: Pick<LevelStatus, 'state' | 'sentAt'>, { addedAt }: Pick<FormFile, 'addedAt'>): boolean {
  return state !== 'declined' || sentAt === null || addedAt > sentAt
}
