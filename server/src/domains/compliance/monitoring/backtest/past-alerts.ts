/**
 * The alerts that a rule would have raised about one customer, by the steps of `judge` and without writing. Pure function over facts that
 * were read before.
 */
import { isGraver, type Severity } from '@tunjo/contract/alert-severity'
import type { Rule } from '../define-rule.ts'
import { endingOf } from '../judge.ts'
import type { RuleValues } from '../numbers.ts'
import type { Finding, OpenAlert, Subject } from '../types.ts'

/** One evaluation of the customer; the open alerts of the subject are those that other rules and officers opened. */
export interface PastEvaluation {
  readonly subject: Subject
  readonly facts: unknown
}
export interface PastAlert {
  readonly at: Date
  readonly closedAt: Date | null
  readonly severity: Severity
  readonly said: string
}
interface Opened {
  readonly alert: Omit<PastAlert, 'closedAt'>
  /** True when it held at the start of the window already, so it was raised before. */
  readonly isOld: boolean
  readonly open: OpenAlert
}

interface Past {
  readonly looks: readonly PastEvaluation[]
  /** Times at which officers closed the alert of this rule about the customer. */
  readonly closings: readonly Date[]
  readonly from: Date
}

export async function pastAlerts(rule: Rule, values: RuleValues, { looks, closings, from }: Past): Promise<PastAlert[]> {
  const state: State = { known: new Map(), alerts: [], opened: null }
  for (const { subject: others, facts } of looks) {
    const { now } = others
    endAt(state, closedUntil(state, closings, now))
    const subject: Subject = state.opened ? { ...others, openAlerts: [...others.openAlerts, state.opened.open] } : others
    // The facts of the one reader that the rule names.
    const verdict = await rule.judge(async <Facts>() => facts as Facts, subject, values)
    const isNew = verdict.findings.map((finding) => note(state, finding, { rule, now, from })).includes(true)
    if (!isNew && endingOf(rule, verdict, subject.openAlerts) !== null) endAt(state, now)
  }
  if (state.opened && !state.opened.isOld) state.alerts.push({ ...state.opened.alert, closedAt: null })
  return state.alerts
}

interface State {
  /** Highest severity by period and fingerprint: the same finding is not raised twice. */
  readonly known: Map<string, Severity>
  readonly alerts: PastAlert[]
  opened: Opened | null
}

/** Returns whether the finding was new. */
function note(state: State, finding: Finding, at: { rule: Rule; now: Date; from: Date }): boolean {
  const { period, fingerprint, severity, values, evidence } = finding
  const { rule, now, from } = at
  const key = `${period}\n${fingerprint}`
  const known = state.known.get(key)
  if (known && !isGraver(severity, known)) return false
  state.known.set(key, severity)
  const { alert, isOld, open } = state.opened ?? {
    alert: { at: now, severity, said: String(values) },
    isOld: isOldAt(rule, now, from),
    open: openedBy(rule, severity, now),
  }
  state.opened = { alert, isOld, open: { ...open, lastSeenAt: now, found: [...open.found, { period, fingerprint, evidence }] } }
  return true
}

function endAt(state: State, closedAt: Date | undefined): void {
  if (!state.opened || !closedAt) return
  if (!state.opened.isOld) state.alerts.push({ ...state.opened.alert, closedAt })
  state.opened = null
}

/** The last closing by an officer since the alert was opened. */
const closedUntil = ({ opened }: State, closings: readonly Date[], now: Date): Date | undefined =>
  opened ? closings.find((at) => at > opened.open.openedAt && at <= now) : undefined

/** A rule that only has current facts cannot know what held before, so each customer counts on the first day. */
const isOldAt = ({ isOfToday }: Rule, now: Date, from: Date): boolean => !isOfToday && now.getTime() === from.getTime()

const openedBy = ({ kind, typeId }: Rule, severity: Severity, at: Date): OpenAlert => ({
  id: '',
  severity,
  kind,
  typeId,
  openedAt: at,
  lastSeenAt: at,
  isByRule: true,
  found: [],
})
