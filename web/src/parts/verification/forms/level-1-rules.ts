/** Completeness of a person's first form (KYC-07, KYC-08). The server checks everything again. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { NaturalLevel1Fields, PepDetails, SLOTS } from '@tunjo/contract/kyc-forms'
import { isFullName } from '@tunjo/contract/person-name'
import type * as z from 'zod'
import type { Values } from '../draft-keeper.ts'

export type Level1Body = z.output<typeof NaturalLevel1Fields>

const ADULT_AGE = 18
/** Maximum age, the same as the server's. */
const OLDEST_AGE = 120
/** Cédula de Ciudadanía (KYC-16). */
export const LEVEL_1_DEFAULTS = { identificationTypeID: 7 }

/** Latest birth date of a person who is 18 today in Bogotá: `2008-11-21`. */
export const latestBirth = (now: Date): string => latestBirthOf(ADULT_AGE, now)

/** The day after the latest birth date of a person who is too old. */
export function earliestBirth(now: Date): string {
  const day = new Date(latestBirthOf(OLDEST_AGE + 1, now))
  day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

function latestBirthOf(age: number, now: Date): string {
  const [year = '', month = '', day = ''] = bogotaDay(now).split('-')
  const latest = `${Number(year) - age}-${month}-${day}`
  // A person born on 29 February has the birthday on 1 March in years without that day.
  return Number.isNaN(Date.parse(latest)) || new Date(latest).toISOString().slice(0, 10) !== latest ? `${Number(year) - age}-02-28` : latest
}

export const isOfAge = (birthDate: unknown, now: Date): boolean =>
  typeof birthDate === 'string' && birthDate >= earliestBirth(now) && birthDate <= latestBirth(now)

/** Documents whose numbers have digits only. */
const NUMERIC: ReadonlySet<string | null> = new Set(['CC', 'PPT'])
export const isNumeric = (code: string | null | undefined): boolean => NUMERIC.has(code ?? null)

/** Drop separators between the digits or letters, which are not part of the number. */
export const cleanNumber = (typed: string, isDigitsOnly: boolean): string =>
  isDigitsOnly ? typed.replace(/\D/g, '') : typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Body of the call; null until every field is present and valid. */
export function level1Body(values: Values, now: Date): Level1Body | null {
  const { success, data } = NaturalLevel1Fields.safeParse(values.peps === true ? values : { ...values, pepDetails: undefined })
  if (!success || !isOfAge(data.birthDate, now) || !isFullName(data.fullName)) return null
  return data.peps && !PepDetails.safeParse(data.pepDetails).success ? null : data
}

export const hasPictures = (files: readonly { slot: string }[]): boolean =>
  Object.keys(SLOTS['natural-1']).every((name) => files.some(({ slot }) => slot === name))
