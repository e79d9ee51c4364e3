/** Descriptions of floors and points for officers, in the default language: reasons are stored with them. */

import { nameOfAlert } from '@tunjo/contract/alert-names'
import type { FloorCause, RiskAssessment, RiskFloor, RiskPoints } from '@tunjo/contract/compliance-risk'
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { RiskContext } from '../context.ts'
import { STORED_WORDS } from '../risk-words.ts'
import { highest } from '../rules.ts'
import type { AssessmentRow } from './assessment-store.ts'
import { levelOf } from './points.ts'
import type { Floor, PointsLine } from './types.ts'

type Words = RiskContext['parameters']

const CAUSE: Readonly<Record<FloorCause, string>> = STORED_WORDS.causes
const LISTS: Readonly<Record<string, string>> = STORED_WORDS.lists

/** `alerta Financieras: Fraccionamiento`. */
export function describeFloor(parameters: Words, floor: Floor): string {
  const about = aboutFloor(parameters, floor)
  return about === null ? CAUSE[floor.cause] : `${CAUSE[floor.cause]} (${about})`
}

function aboutFloor(parameters: Words, { cause, ref, detail }: Floor): string | null {
  if (ref === null) return null
  if (cause === 'list_hit') return LISTS[detail ?? ''] ?? detail
  if (cause === 'jurisdiction') return parameters.countryName(ref) ?? ref
  if (cause === 'sanctioned_wallet') return ref
  if (cause !== 'alert') return null
  const name = nameOfAlert(ref, DEFAULT_LOCALE) ?? ref
  const type = detail === null ? null : parameters.alertType(Number(ref), Number(detail))
  return type ? `${name}: ${type.name}` : name
}

const shownFloor = (parameters: Words, floor: Floor): RiskFloor => ({
  cause: floor.cause,
  level: floor.level,
  ref: floor.ref,
  about: aboutFloor(parameters, floor),
})

function shownPoints(parameters: Words, { factor, points, maximum, figures }: PointsLine): RiskPoints {
  const activity = figures.code === undefined ? null : parameters.economicActivityOfCode(figures.code)
  const country = figures.country === undefined ? null : parameters.countryName(figures.country)
  const about = activity ? `${figures.code} ${activity.name}` : country
  return { factor, points, maximum, about, figures: { ...figures } }
}

export function presentAssessment(parameters: Words, row: AssessmentRow): RiskAssessment {
  const { at, configurationVersion, floors, points, total, mediumFrom, highFrom } = row
  const byPoints = levelOf(total, row)
  return {
    at: at.toISOString(),
    configurationVersion,
    floors: floors.map((floor) => shownFloor(parameters, floor)),
    points: points.map((line) => shownPoints(parameters, line)),
    total,
    mediumFrom,
    highFrom,
    byPoints,
    calculated: highest([byPoints, ...floors.map(({ level }) => level)]),
  }
}
