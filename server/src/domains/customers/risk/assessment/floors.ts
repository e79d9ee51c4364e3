/** Floors of a customer's risk: while a cause is open, the level is not below its floor, whatever officers set (ADM-09). */
import { LISTS_ALERT, PEP_ALERT } from '@tunjo/contract/alert-kinds'
import type { RiskLevel } from '@tunjo/contract/compliance-risk'
import { highest, isAbove } from '../rules.ts'
import type { RiskProfile } from '../types.ts'
import type { Floor, RiskFacts } from './types.ts'

/** An account of another holder (12), high risk by volume (17), suspected laundering (18). */
const MEDIUM_ALERTS: readonly number[] = [12, 17, 18]

const floor = (cause: Floor['cause'], level: RiskLevel, ref: string | null = null, detail: string | null = null): Floor => ({
  cause,
  level,
  ref,
  detail,
})

/** The highest first. */
export function floorsOf(
  { isListed, isPep }: Pick<RiskProfile, 'isListed' | 'isPep'>,
  { openAlerts, causes, sanctionedWallets, countries }: RiskFacts,
  highRiskCountries: ReadonlySet<string>,
): Floor[] {
  const floors = [
    ...(isListed ? [floor('listed', 'high')] : []),
    ...openAlerts.filter(({ kind }) => kind === LISTS_ALERT).map(() => floor('list_alert', 'high', String(LISTS_ALERT))),
    ...causes.flatMap(({ cause, ref, detail }) => (cause === 'hit' ? [floor('list_hit', 'high', ref, detail)] : [])),
    ...sanctionedWallets.map((address) => floor('sanctioned_wallet', 'high', address)),
    ...causes.flatMap(({ cause, ref }) => (cause === 'findings_high' ? [floor(cause, 'high', ref)] : [])),
    ...(isPep ? [floor('pep', 'medium')] : []),
    ...openAlerts.filter(({ kind }) => kind === PEP_ALERT).map(() => floor('pep_alert', 'medium', String(PEP_ALERT))),
    ...causes.flatMap(({ cause, ref }) => (cause === 'findings_medium' ? [floor(cause, 'medium', ref)] : [])),
    ...openAlerts
      .filter(({ kind }) => MEDIUM_ALERTS.includes(kind))
      .map(({ kind, typeId }) => floor('alert', 'medium', String(kind), typeId === null ? null : String(typeId))),
    ...countries.filter((country) => highRiskCountries.has(country)).map((country) => floor('jurisdiction', 'medium', country)),
  ]
  return floors.toSorted((one, other) => (isAbove(other.level, one.level) ? 1 : isAbove(one.level, other.level) ? -1 : 0))
}

/** Floor by causes other than the two flags, which are columns of the customer's row. */
export const storedFloorOf = (floors: readonly Floor[]): RiskLevel =>
  highest(floors.filter(({ cause }) => cause !== 'listed' && cause !== 'pep').map(({ level }) => level))
