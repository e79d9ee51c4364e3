/**
 * Approval kind for a new version of a rule. It always needs two officers, since one who turns a rule off for an hour could hide the events
 * of that hour. Versions are only added, never changed.
 */

import { BACKTEST_DAYS } from '@tunjo/contract/alert-backtests'
import { nameOfMode, RULE_MODES, RULE_NAMES, wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { VersionNumbers } from '@tunjo/contract/version-decision'
import { textOfNumber } from '@tunjo/contract/versioned-numbers'
import * as z from 'zod'
import type { ApprovalKind, Json } from '../../../../platform/approvals/index.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import { startOf } from '../../../../platform/versions/effective.ts'
import type { CatalogueContext } from '../context.ts'
import type { RuleName } from '../numbers.ts'
import { CHANGE_WORDS } from './change-words.ts'
import { checkChanges, checkDay, checkNumbers, type Wanted } from './rules.ts'
import { insertVersion, lockRule, versionsOf } from './store.ts'
import { firstVersion, type Version } from './version.ts'

export const CHANGE_APPROVAL = 'monitoring.rule_change' satisfies ApprovalKindName

const Mode = z.enum(RULE_MODES)
/** Counts of a backtest with the same numbers; null when there is none. */
const Tried = z.object({ onlyNew: z.int(), onlyOld: z.int(), both: z.int(), minutes: z.int() }).nullable()
/** Below this the time is shown in minutes. */
const HOUR_FROM_MINUTES = 90
const Params = z.object({
  rule: z.enum(RULE_NAMES),
  mode: Mode,
  numbers: VersionNumbers,
  fromDay: z.iso.date().nullable(),
  tried: Tried.default(null),
})
type Params = z.output<typeof Params>
/** The newest version, on which the change is based. */
const Facts = z.object({ version: z.int(), mode: Mode, numbers: VersionNumbers, from: z.iso.datetime() })
type Facts = z.output<typeof Facts>

export interface Changed {
  readonly rule: RuleName
  readonly version: number
  readonly from: string
}

export const changeApproval = ({ clock, audit }: Pick<CatalogueContext, 'clock' | 'audit'>): ApprovalKind<Params, Changed> => ({
  permission: 'rules.change',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ rule }) => rule,
  subjectId: () => null,
  async facts(tx, { rule, ...wanted }) {
    await lockRule(tx, rule)
    const newest = (await versionsOf(tx, rule)).at(-1) ?? firstVersion(rule)
    const words = wordsOfRule(rule)
    refuseIf(checkNumbers(words, wanted.numbers) ?? checkDay(wanted.fromDay, clock.now()) ?? checkChanges(words, newest, wanted))
    return factsOf(newest)
  },
  isNeeded: () => true,
  words: CHANGE_WORDS,
  changes: ({ rule, tried, ...wanted }, facts) => [
    ...changesOf(rule, Facts.parse(facts), wanted, DEFAULT_LOCALE),
    { label: CHANGE_WORDS[DEFAULT_LOCALE].backtest(BACKTEST_DAYS), before: null, after: backtestText(tried) },
  ],
  async execute(tx, { rule, mode, numbers, fromDay }, { makerId, checkerId, requestId, reason, actor }) {
    const newest = (await versionsOf(tx, rule)).at(-1) ?? firstVersion(rule)
    const at = clock.now()
    const [version, from] = [newest.version + 1, startOf(fromDay, at)]
    const decision = { at, makerId, checkerId: checkerId ?? refuse('approvals.never_alone'), reason }
    await insertVersion(tx, rule, { version, mode, numbers, from, decision })
    await audit.record(tx, {
      actor,
      action: 'monitoring.rule_changed',
      object: { type: 'alert_rule', id: rule },
      before: factsOf(newest),
      after: { version, mode, numbers, from: from.toISOString(), approvalRequestId: requestId, makerId, checkerId },
      reason,
    })
    return { rule, version, from: from.toISOString() }
  },
})

const factsOf = ({ version, mode, numbers, from }: Version): Facts & Json => ({ version, mode, numbers, from: from.toISOString() })

/** Stored with the request: the second officer reads the same text as the first one, also after the backtest was deleted. */
export function backtestText(tried: z.output<typeof Tried>): string {
  const words = CHANGE_WORDS[DEFAULT_LOCALE]
  if (!tried) return words.untried
  const { onlyNew, onlyOld, both, minutes } = tried
  const time = minutes < HOUR_FROM_MINUTES ? words.minutes(minutes) : words.hours(Math.round(minutes / 60))
  if (onlyNew + onlyOld + both === 0) return words.none
  return words.tried(onlyNew, onlyOld, both, time)
}

/** Only the changed values. */
export function changesOf(rule: RuleName, before: Pick<Version, 'mode' | 'numbers'>, { mode, numbers, fromDay }: Wanted, locale: Locale) {
  const words = CHANGE_WORDS[locale]
  const { title, numbers: known } = wordsOfRule(rule)
  const changed = Object.entries(known).filter(([key]) => numbers[key] !== before.numbers[key])
  return [
    { label: words.rule, before: null, after: title[locale] },
    ...(mode === before.mode ? [] : [{ label: words.mode, before: nameOfMode(before.mode, locale), after: nameOfMode(mode, locale) }]),
    ...changed.map(([key, { [locale]: label, unit, first }]) => ({
      label,
      before: textOfNumber(unit, before.numbers[key] ?? String(first), locale),
      after: textOfNumber(unit, numbers[key] ?? String(first), locale),
    })),
    { label: words.from, before: null, after: fromDay === null ? words.approval : formatDay(fromDay) },
  ]
}
