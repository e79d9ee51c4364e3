/** Whether a form has every document that the server requires (KYC-10…KYC-13, KYC-17). */
import type { LevelStatus } from '@tunjo/contract/kyc'
import type { FormFile } from '@tunjo/contract/kyc-drafts'
import { SLOTS, type Slot } from '@tunjo/contract/kyc-forms'
import { isSinceReview } from '../form-access.ts'

type Level = Pick<LevelStatus, 'form' | 'state' | 'sentAt' | 'declined'>

/** For a declined slot at least one new file is required, even where the others would be enough. */
export function areDocumentsReady(level: Level, files: readonly Pick<FormFile, 'slot' | 'addedAt'>[]): boolean {
  const count = (name: string) => files.filter(({ slot }) => slot === name).length
  const slots: Readonly<Record<string, Slot>> = SLOTS[level.form]
  const hasWanted = Object.entries(slots).every(([name, { minimum }]) => count(name) >= minimum)
  const isAnswered = (name: string) => name === 'fields' || files.some((file) => file.slot === name && isSinceReview(level, file))
  const hasReturns = level.form !== 'legal-1' || count('incomeReturns') + count('vatReturns') > 0
  return hasWanted && hasReturns && level.declined.every(({ slot }) => isAnswered(slot))
}
