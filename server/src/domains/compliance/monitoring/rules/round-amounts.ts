/** Alert 18, montos redondos: nearly all operations of a month have round amounts. Only an officer closes it. */
import { ASSETS } from '@tunjo/contract/money'
import { defineRule } from '../define-rule.ts'
import { monthOf } from '../facts/money.ts'
import { type Movement, movementFacts } from '../facts/movements.ts'
import type { NumbersOf } from '../numbers.ts'
import { daysAgo } from '../times.ts'
import { RULE_WORDS } from './rule-words.ts'

const DAYS = 30

export const roundAmounts = defineRule({
  name: 'MONTOS_REDONDOS',
  facts: movementFacts,
  find({ movements }, numbers, { now }) {
    const recent = movements.filter(({ at }) => at > daysAgo(now, DAYS))
    const round = recent.filter((movement) => isRound(movement, numbers))
    const isMost = BigInt(round.length) * 100n >= BigInt(recent.length) * numbers.roundPercent
    if (recent.length < numbers.operations || !isMost) return []
    return [
      {
        severity: 'medium',
        period: monthOf(now),
        fingerprint: 'round',
        values: RULE_WORDS.round(round.length, recent.length, DAYS),
        evidence: round.map(({ id }) => ({ type: 'movement', id })),
      },
    ]
  },
})

/** Judged by the moved amount, not by its value. No amount of bitcoin is round: customers who count in pesos or dollars send fractions. */
function isRound({ asset, amount }: Movement, { roundPesos, roundDollars }: NumbersOf<'MONTOS_REDONDOS'>): boolean {
  if (asset === 'COP') return amount % roundPesos === 0n
  return asset === 'USDT' && amount % (BigInt(roundDollars) * 10n ** BigInt(ASSETS.USDT.scale)) === 0n
}
