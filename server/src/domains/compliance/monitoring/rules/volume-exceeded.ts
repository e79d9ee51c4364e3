/**
 * Alert 16, Volumen excedidos: trades of twelve months above the declared yearly volume, or of a month above nearly all peers; also
 * customers with the open survey band, which has no upper end, so more information is needed.
 */
import { defineRule } from '../define-rule.ts'
import { type MoneyFacts, moneyFacts, monthBefore, monthOf } from '../facts/money.ts'
import { tradesSince } from '../facts/sums.ts'
import { percentOf, pesos, tenths } from '../figures-text.ts'
import type { Finding, Subject } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export const tradedInYear = ({ months }: MoneyFacts): bigint => [...months.values()].reduce((sum, { traded }) => sum + traded, 0n)

export const volumeExceeded = defineRule({
  name: 'VOLUMEN',
  facts: moneyFacts,
  find: (facts, { declaredPercent, peers }, subject) => [
    ...aboveDeclared(facts, declaredPercent, subject),
    ...abovePeers(facts, peers, subject),
    ...openBand(facts, subject),
  ],
  evidence: async (connection, subject, { fingerprint }) =>
    fingerprint === OPEN_BAND ? [] : tradesSince(connection, subject, fingerprint === PEERS ? 'month' : 'year'),
  end: ({ survey }, _numbers, { openedAt }) => (survey && survey.answeredAt > openedAt ? RULE_WORDS.volume.covered : null),
})

const PEERS = 'peers'
const OPEN_BAND = 'open band'

function aboveDeclared(facts: MoneyFacts, declaredPercent: bigint, { now }: Subject): Finding[] {
  const [total, declared] = [tradedInYear(facts), facts.survey?.yearly ?? null]
  if (declared === null || percentOf(total, declared) <= declaredPercent) return []
  return [
    {
      severity: 'medium',
      period: monthOf(now),
      fingerprint: `declared ${tenths(total, declared)}`,
      values: RULE_WORDS.volume.declared(pesos(total), percentOf(total, declared), pesos(declared)),
      evidence: [],
    },
  ]
}

/** Compared with customers of the same level and survey band in the last whole month; skipped when these are too few. */
function abovePeers(facts: MoneyFacts, peersMin: number, { now, verifiedLevel }: Subject): Finding[] {
  const month = monthOf(now)
  const group = facts.survey && facts.peers.get(`${monthBefore(month, 1)} ${verifiedLevel} ${facts.survey.yearlyBand}`)
  const traded = facts.months.get(month)?.traded ?? 0n
  if (!group || group.people < peersMin || traded <= group.p99) return []
  return [
    {
      severity: 'medium',
      period: month,
      fingerprint: PEERS,
      values: RULE_WORDS.volume.peers(pesos(traded), group.people, pesos(group.p99)),
      evidence: [],
    },
  ]
}

function openBand({ survey }: MoneyFacts, { verifiedLevel }: Subject): Finding[] {
  if (!survey || verifiedLevel === 0 || (survey.monthly !== null && survey.yearly !== null)) return []
  return [
    {
      severity: 'medium',
      period: survey.answeredAt.toISOString(),
      fingerprint: OPEN_BAND,
      values: RULE_WORDS.volume.openBand,
      evidence: [{ type: 'survey', id: survey.id }],
    },
  ]
}
