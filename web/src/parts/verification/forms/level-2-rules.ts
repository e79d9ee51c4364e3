/** Missing parts and submission of a person's level 2 (KYC-10). Decisions on plain values. */
import { NaturalLevel2Fields } from '@tunjo/contract/kyc-forms'
import * as z from 'zod'

export type Values = Readonly<Record<string, unknown>>

/** Preselected, and marked until the person has seen them (KYC-16). */
export const LEVEL_2_DEFAULTS = { departmentID: 1, cityID: 1, occupationID: 11, economicActivityID: 29 } as const

const LIVES_HERE = ['homeAddress', 'departmentID', 'cityID'] as const
const LIVES_ABROAD = ['homeAddress', 'outsideCountry', 'outsideState', 'outsideCity'] as const
const WORK = ['occupationID', 'economicActivityID', 'descriptionEconomicActivity', 'sourceOfFunds'] as const
export type Level2Field = 'livesInColombia' | (typeof LIVES_HERE | typeof LIVES_ABROAD | typeof WORK)[number]

export const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '')

/** Names of the required fields, in the order of the screen. */
export function level2Fields({ livesInColombia }: Values): readonly Level2Field[] {
  if (typeof livesInColombia !== 'boolean') return ['livesInColombia', 'homeAddress', ...WORK]
  return ['livesInColombia', ...(livesInColombia ? LIVES_HERE : LIVES_ABROAD), ...WORK]
}

export const missingInLevel2 = (values: Values): readonly Level2Field[] => level2Fields(values).filter((name) => !isFilled(values[name]))

/** `no`: the answer to the declaration does not permit the submission. */
export type Level2Readiness = 'ready' | 'missing' | 'no'

export function level2Readiness(values: Values, hasProof: boolean): Level2Readiness {
  if (values.sourceOfFunds === false) return 'no'
  return hasProof && level2Body(values) !== null ? 'ready' : 'missing'
}

/** Body with only the chosen form of the residence. Null while a value is missing or invalid. */
export function level2Body(values: Values): NaturalLevel2Fields | null {
  if (missingInLevel2(values).length > 0) return null
  const { livesInColombia, ...wanted } = Object.fromEntries(level2Fields(values).map((name) => [name, values[name]]))
  const read = z.safeParse(NaturalLevel2Fields, { ...wanted, isColombian: livesInColombia })
  return read.success ? read.data : null
}
