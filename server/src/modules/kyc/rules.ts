/** Levels as decisions on plain values (S1 §3.2, §4). */
import type { Form, PersonType } from '@tunjo/contract/kyc-forms'
import { type Refusal, refusal } from '../../platform/refusal.ts'
import type { Level, LevelStatus } from './types.ts'

export const NOT_BEGUN: LevelStatus = { currentLevel: 0, isVerified: false }

/** S1 §4: a level below the current one is verified; the current one when it says so. */
export function verifiedLevel({ currentLevel, isVerified }: LevelStatus): Level {
  if (currentLevel === 0) return 0
  return isVerified ? currentLevel : BELOW[currentLevel]
}

const BELOW = { 1: 0, 2: 1, 3: 2 } as const

const FORMS_OF = {
  natural: ['natural-1', 'natural-2', 'natural-3'],
  legal: ['legal-1', 'legal-2'],
} as const satisfies Record<PersonType, readonly Form[]>

/** In the order of their levels. */
export const formsOf = (personType: PersonType): readonly Form[] => FORMS_OF[personType]
export const levelOf = (form: Form): 1 | 2 | 3 => (form.endsWith('1') ? 1 : form.endsWith('2') ? 2 : 3)
export const personTypeOf = (form: Form): PersonType => (form.startsWith('natural') ? 'natural' : 'legal')

/** Whether a form may be filled in: of this kind of person, and every level below it verified. */
export function isFormOpen(form: Form, facts: { personType: PersonType; verified: Level }): boolean {
  return personTypeOf(form) === facts.personType && levelOf(form) === facts.verified + 1
}

export type FormState = 'draft' | 'sent' | 'declined' | 'accepted'

/** `newLevel` is the level to work on; one above the last means that all are done. */
export function checkLevelChange(
  { currentLevel, isVerified }: LevelStatus,
  newLevel: number,
  accepted: { personType: PersonType; levels: ReadonlySet<number> },
): Refusal | null {
  const worksOn = isVerified ? currentLevel + 1 : currentLevel
  if (newLevel === worksOn) return refusal('compliance.same_level')
  if (newLevel < worksOn) return null
  const isNext = newLevel === Math.max(worksOn, 1) + 1
  const isThere = newLevel - 1 <= FORMS_OF[accepted.personType].length
  return isNext && isThere && accepted.levels.has(newLevel - 1) ? null : refusal('compliance.level_not_earned')
}

export function statusOfLevel(newLevel: number): LevelStatus {
  if (newLevel > 3) return { currentLevel: 3, isVerified: true }
  return { currentLevel: newLevel === 1 ? 1 : newLevel === 2 ? 2 : newLevel === 3 ? 3 : 0, isVerified: false }
}
