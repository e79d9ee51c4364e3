/**
 * Approval kind for a new version of a rule. It always needs two officers, since one who turns a rule off for an hour could hide the events
 * of that hour. Versions are only added, never changed.
 */

import { BACKTEST_DAYS } from '@tunjo/contract/alert-backtests'
import { nameOfMode, RULE_MODES, RULE_NAMES, wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { VersionNumbers } from '@tunjo/contract/version-decision'
import { textOfNumber } from '@tunjo/contract/versioned-numbers'
import * as z from 'zod'
import type { ApprovalKind, Json } from '../../../platform/approvals/index.ts'
import { formatDay } from '../../../platform/format-date.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import { startOf } from '../../../platform/versions/effective.ts'
import type { CatalogueContext } from '../context.ts'
import { counted } from '../figures-text.ts'
import type { RuleName } from '../numbers.ts'
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
  changes: ({ rule, tried, ...wanted }, facts) => [
    ...changesOf(rule, Facts.parse(facts), wanted),
    { label: `Prueba con los últimos ${BACKTEST_DAYS} días`, before: null, after: backtestText(tried) },
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
  if (!tried) return 'Nadie la ha hecho con estos valores'
  const { onlyNew, onlyOld, both, minutes } = tried
  const time = minutes < HOUR_FROM_MINUTES ? counted(minutes, 'minuto', 'minutos') : `${Math.round(minutes / 60)} horas`
  if (onlyNew + onlyOld + both === 0) return 'Ninguna alerta, ni con estos valores ni con los vigentes'
  return `${counted(onlyNew, 'alerta nueva', 'alertas nuevas')}, ${onlyOld} que ya no saldrían y ${counted(both, 'igual', 'iguales')}; cerca de ${time} de trabajo`
}

/** Only the changed values. */
export function changesOf(rule: RuleName, before: Pick<Version, 'mode' | 'numbers'>, { mode, numbers, fromDay }: Wanted) {
  const { title, numbers: known } = wordsOfRule(rule)
  const changed = Object.entries(known).filter(([key]) => numbers[key] !== before.numbers[key])
  return [
    { label: 'Regla', before: null, after: title.es },
    ...(mode === before.mode ? [] : [{ label: 'Modo', before: nameOfMode(before.mode, 'es'), after: nameOfMode(mode, 'es') }]),
    ...changed.map(([key, { es, unit, first }]) => ({
      label: es,
      before: textOfNumber(unit, before.numbers[key] ?? String(first), 'es'),
      after: textOfNumber(unit, numbers[key] ?? String(first), 'es'),
    })),
    { label: 'Vale desde', before: null, after: fromDay === null ? 'La aprobación' : formatDay(fromDay) },
  ]
}
