/** Levels as decisions on plain values (KYC-15, SEC-35). */
import type { Form, PersonType } from '@tunjo/contract/kyc-forms'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'
import { FIELDS_SLOT, type FormState, type SlotItem } from './forms.ts'
import type { Level, LevelRejection, LevelStatus } from './types.ts'

export const NOT_BEGUN: LevelStatus = { currentLevel: 0, isVerified: false }

/** KYC-15: a level below the current one is verified; the current one when its flag is set. */
export function verifiedLevel({ currentLevel, isVerified }: LevelStatus): Level {
  if (currentLevel === 0) return 0
  return isVerified ? currentLevel : BELOW[currentLevel]
}

const BELOW = { 1: 0, 2: 1, 3: 2 } as const

const FORMS_OF = {
  natural: ['natural-1', 'natural-2', 'natural-3'],
  legal: ['legal-1', 'legal-2', 'legal-3'],
} as const satisfies Record<PersonType, readonly Form[]>

/** In the order of their levels. */
export const formsOf = (personType: PersonType): readonly Form[] => FORMS_OF[personType]
export const levelOf = (form: Form): 1 | 2 | 3 => (form.endsWith('1') ? 1 : form.endsWith('2') ? 2 : 3)
export const personTypeOf = (form: Form): PersonType => (form.startsWith('natural') ? 'natural' : 'legal')

/**
 * True when a form may be filled in: for this kind of person, with every level below it verified, and not under review or past it. A form
 * past it is filled in again while its renewal is open.
 */
export function checkForm(
  form: Form,
  state: FormState,
  facts: { personType: PersonType; verified: Level; isRenewing: boolean },
): Refusal | null {
  if (personTypeOf(form) !== facts.personType || levelOf(form) > facts.verified + 1) return refusal('kyc.form_locked')
  const isOver = facts.isRenewing ? state === 'sent' : levelOf(form) <= facts.verified || state === 'sent' || state === 'accepted'
  return isOver ? refusal('kyc.form_sent') : null
}

/**
 * True when a reviewer has accepted every document. Pending fields do not count: the change of level, made with them in view, accepts them
 * (ADM-11 offers a level by the results of its documents).
 */
export const isEarned = (state: FormState, items: readonly SlotItem[]): boolean =>
  (state === 'sent' || state === 'accepted') &&
  items.every((item) => item.state === 'accepted' || (item.slot === FIELDS_SLOT && item.state === 'pending'))

/** `newLevel` is the level to work on; one above the last shows that all are done. `earned` are levels whose documents were accepted. */
export function checkLevelChange(
  { currentLevel, isVerified }: LevelStatus,
  newLevel: number,
  earned: { personType: PersonType; levels: ReadonlySet<number> },
): LevelRejection | null {
  const worksOn = isVerified ? currentLevel + 1 : currentLevel
  if (newLevel === worksOn) return 'same_level'
  if (newLevel < worksOn) return null
  const isNext = newLevel === Math.max(worksOn, 1) + 1
  const isThere = newLevel - 1 <= formsOf(earned.personType).length
  return isNext && isThere && earned.levels.has(newLevel - 1) ? null : 'level_not_earned'
}

/** Above the last level none is left to work on: the last one is verified. */
export function statusOfLevel(newLevel: number, personType: PersonType): LevelStatus {
  const form = formsOf(personType)[newLevel - 1]
  return form ? { currentLevel: levelOf(form), isVerified: false } : { currentLevel: 3, isVerified: true }
}
