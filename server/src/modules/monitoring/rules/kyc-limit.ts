/** Alert 13, Límites KYC: the limit of the month is nearly used, or refused an operation. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { defineRule } from '../define-rule.ts'
import { type Direction, moneyFacts, monthOf } from '../facts/money.ts'
import { movementsOfMonth } from '../facts/sums.ts'
import { monthName, percentOf, pesos } from '../figures-text.ts'
import type { Finding } from '../types.ts'

const NAME: Readonly<Record<Direction, string>> = { deposit: 'depósitos', withdrawal: 'retiros' }
const DIRECTIONS = ['deposit', 'withdrawal'] as const

export const kycLimit = defineRule({
  name: 'LIMITES',
  facts: moneyFacts,
  find({ used, refusals }, { nearPercent }, { verifiedLevel, monthlyMaximum: maximum, now }) {
    if (maximum === null || verifiedLevel === 0) return []
    const period = monthOf(now)
    const near = DIRECTIONS.filter((direction) => percentOf(used[direction], maximum) >= nearPercent).map((direction): Finding => {
      const isFull = used[direction] >= maximum
      return {
        severity: isFull ? 'medium' : 'low',
        period,
        fingerprint: `${direction} ${isFull ? 'full' : 'near'}`,
        values: `${NAME[direction]} del mes ${pesos(used[direction])} de ${pesos(maximum)} (${percentOf(used[direction], maximum)} %)`,
        evidence: [],
      }
    })
    // Refusals at a lower level no longer count after the level rose.
    const refused = refusals.filter((refusal) => refusal.maximum >= maximum && monthOf(refusal.at) === period)
    return [
      ...near,
      ...refused.map(
        ({ operationId, direction, at }): Finding => ({
          severity: 'low',
          period,
          fingerprint: `${direction} refused ${bogotaDay(at)}`,
          values: `${NAME[direction]}: operación rechazada por el límite de ${pesos(maximum)}`,
          evidence: [{ type: 'refusal', id: operationId }],
        }),
      ),
    ]
  },
  evidence: (connection, subject, { fingerprint }) =>
    movementsOfMonth(
      connection,
      subject,
      DIRECTIONS.filter((direction) => fingerprint.startsWith(direction)),
    ),
  end: (_facts, { nearPercent }, { openedAt }, { now }) =>
    monthOf(openedAt) < monthOf(now)
      ? `terminó ${monthName(openedAt)}`
      : `el uso de ${monthName(now)} está por debajo del ${nearPercent} % del límite de su nivel`,
})
