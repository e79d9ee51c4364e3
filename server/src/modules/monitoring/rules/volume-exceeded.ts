/** Alert 16, Volumen excedidos: bought and sold in twelve months above what the person said for a year. */
import { defineRule } from '../define-rule.ts'
import { type MoneyFacts, moneyFacts, monthOf } from '../facts/money.ts'
import { percentOf, pesos, tenths } from '../figures-text.ts'

export const tradedInYear = ({ months }: MoneyFacts): bigint => [...months.values()].reduce((sum, { traded }) => sum + traded, 0n)

export const volumeExceeded = defineRule({
  name: 'VOLUMEN',
  facts: moneyFacts,
  find(facts, { declaredPercent }, { now }) {
    const [total, declared] = [tradedInYear(facts), facts.survey?.yearly ?? null]
    if (declared === null || percentOf(total, declared) <= declaredPercent) return []
    return [
      {
        severity: 'medium',
        period: monthOf(now),
        fingerprint: `declared ${tenths(total, declared)}`,
        values: `compras y ventas de 12 meses ${pesos(total)}, ${percentOf(total, declared)} % de lo que declaró, ${pesos(declared)}`,
        evidence: [],
      },
    ]
  },
  end: ({ survey }, _numbers, { openedAt }) =>
    survey && survey.answeredAt > openedAt ? 'la encuesta se actualizó y cubre lo que compra y vende' : null,
})
