/** Texts of an alert rule: its alert, its numbers line by line, its mode. */

import { nameOfAlert } from '@tunjo/contract/alert-names'
import { nameOfMode, type RuleMode, type RuleName, wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import type { RuleRow } from '@tunjo/contract/alert-rules'
import { type NumberValues, textOfNumber } from '@tunjo/contract/versioned-numbers'
import type { TFunction } from 'i18next'
import { currentLanguage } from '../../i18n/language.ts'
import { wholePercent } from '../../ui/percent-format.ts'
import { StatusBadge, type StatusKind } from '../../ui/status-badge.tsx'
import type { Difference } from '../versions/differences.tsx'
import classes from './rules.module.css'

export const rulePage = (rule: RuleName): `/${string}` => `/application/administrative/verification/reglas/${rule}`

/** Name of the alert's column in 'Ver alertas'. */
export const alertOf = (rule: RuleName): string => nameOfAlert(wordsOfRule(rule).kind, currentLanguage()) ?? ''

const KINDS: Readonly<Record<RuleMode, StatusKind>> = { active: 'done', test: 'waiting', off: 'neutral' }
export const ModeBadge = ({ mode }: { mode: RuleMode }) => (
  <StatusBadge kind={KINDS[mode]}>{nameOfMode(mode, currentLanguage())}</StatusBadge>
)

export interface NumberLine {
  readonly key: string
  readonly label: string
  readonly text: string
}
export function numberLines(rule: RuleName, values: NumberValues): NumberLine[] {
  const language = currentLanguage()
  return Object.entries(wordsOfRule(rule).numbers).map(([key, words]) => ({
    key,
    label: words[language],
    text: textOfNumber(words.unit, values[key] ?? String(words.first), language),
  }))
}

export function Numbers({ rule, values }: { rule: RuleName; values: NumberValues }) {
  const lines = numberLines(rule, values)
  if (lines.length === 0) return '—'
  return (
    <ul className={classes.numbers}>
      {lines.map(({ key, label, text }) => (
        <li key={key}>
          {label}: <strong>{text}</strong>
        </li>
      ))}
    </ul>
  )
}

interface State {
  readonly mode: RuleMode
  readonly numbers: NumberValues
}
/** Changed entries only. */
export function differencesOf(rule: RuleName, modeLabel: string, before: State, after: State): Difference[] {
  const language = currentLanguage()
  const was = numberLines(rule, before.numbers)
  const numbers = numberLines(rule, after.numbers).map(({ label, text }, at) => ({ label, before: was[at]?.text ?? '', after: text }))
  const mode = { label: modeLabel, before: nameOfMode(before.mode, language), after: nameOfMode(after.mode, language) }
  return [mode, ...numbers].filter((one) => one.before !== one.after)
}

/** Share of confirmed alerts among those with a verdict. */
export function shareText(t: TFunction<'alert-rules'>, { confirmed, falseAlarms }: RuleRow): string {
  const total = confirmed + falseAlarms
  return total === 0 ? t('unsaid') : t('share', { percent: wholePercent(confirmed, total), confirmed, total })
}
