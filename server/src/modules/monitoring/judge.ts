/** Asks rules about one customer, and raises or closes their alerts: facts, findings, alerts and audit trail in one transaction. */
import { CLOSED_BY_TWO } from '@tunjo/contract/compliance-alerts'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import { failpoint } from '../../platform/failpoint.ts'
import { SYSTEM } from '../../platform/state-machine/index.ts'
import { keepAddress } from './address-store.ts'
import type { MonitoringContext } from './context.ts'
import type { Read, Rule } from './define-rule.ts'
import { foundSince, insertFinding, isKnown, lockSubject } from './finding-store.ts'
import { sharedAddress } from './rules/shared-address.ts'
import { findSubject } from './subject-store.ts'
import type { FactReader, Finding, OpenAlert, Subject, Verdict } from './types.ts'
import { versionsAt } from './versions/store.ts'
import type { Version } from './versions/version.ts'

/** Any number of times, by any number of processes: what is known already changes nothing. */
export async function judge(context: MonitoringContext, accountId: string, rules: readonly Rule[]): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await lockSubject(tx, accountId)
    const person = await findSubject(tx, accountId)
    if (!person) return
    // The view of links reads it too, also while the rule is off.
    if (rules.includes(sharedAddress)) await keepAddress(tx, accountId)
    const openAlerts = await openAlertsOf(context, tx, accountId)
    const monthlyMaximum = context.limits.monthlyMaximum(person.verifiedLevel)
    const subject: Subject = { ...person, monthlyMaximum, openAlerts, now: context.clock.now(), until: null }
    const read = readOnce(tx, subject)
    const versionOf = await versionsAt(tx, subject.now)
    for (const rule of rules) await judgeBy(context, tx, { rule, version: versionOf(rule.name), subject, read })
    failpoint('monitoring.judged')
  })
  failpoint('monitoring.committed')
}

async function openAlertsOf({ alerts }: MonitoringContext, tx: Transaction, accountId: string): Promise<OpenAlert[]> {
  const open = await alerts.open(tx, accountId)
  const found = open.length === 0 ? [] : await foundSince(tx, accountId, open)
  return open.map(({ kind, typeId, openedAt, openedBy, lastSeenAt }) => ({
    kind,
    typeId,
    openedAt,
    lastSeenAt: lastSeenAt ?? openedAt,
    isByRule: openedBy === null,
    found: found.filter((one) => one.kind === kind).map(({ fingerprint }) => fingerprint),
  }))
}

function readOnce(tx: Transaction, subject: Subject): Read {
  const known = new Map<unknown, unknown>()
  return async <Facts>(reader: FactReader<Facts>) => {
    if (!known.has(reader)) known.set(reader, (await reader(tx, [subject]))[0])
    // Under its own reader stands only what that answered.
    return known.get(reader) as Facts
  }
}

async function judgeBy(
  context: MonitoringContext,
  tx: Transaction,
  { rule, version: { version, mode, numbers }, subject, read }: { rule: Rule; version: Version; subject: Subject; read: Read },
): Promise<void> {
  if (mode === 'off') return
  const verdict = await rule.judge(read, subject, numbers)
  const { findings } = verdict
  for (const finding of findings) await write(context, tx, { rule, subject, finding, version, mode })
  const why = mode === 'active' ? endingOf(rule, verdict, subject.openAlerts) : null
  if (why !== null) await end(context, tx, { rule, subject, comment: commentOf(rule, version, why) })
}

/** Why the alert of the rule is over, when it is: nothing is found any more, and a rule opened it. */
export function endingOf({ kind, typeId }: Rule, { findings, end }: Verdict, openAlerts: readonly OpenAlert[]): string | null {
  if (findings.length > 0 || CLOSED_BY_TWO.includes(kind)) return null
  const open = openAlerts.find((one) => one.kind === kind && one.typeId === typeId)
  return open?.isByRule ? end(open) : null
}

interface Found {
  readonly rule: Rule
  readonly subject: Subject
  readonly finding: Finding
  readonly version: number
  readonly mode: 'active' | 'test'
}

async function write({ alerts, audit }: MonitoringContext, tx: Transaction, found: Found): Promise<void> {
  const { rule, subject, finding, version, mode } = found
  const { accountId, now: at } = subject
  const by = { accountId, rule: rule.name, version, kind: rule.kind, typeId: rule.typeId }
  if (await isKnown(tx, by, finding, mode)) return
  const comment = commentOf(rule, version, finding.values)
  const key = { accountId, kind: rule.kind, typeId: rule.typeId }
  const outcome = mode === 'active' ? await alerts.raise(tx, key, { at, actor: SYSTEM, comment }) : 'test'
  await insertFinding(tx, by, finding, { outcome, at })
  if (outcome === 'opened') await audit.record(tx, { ...entryOf(rule, accountId, comment), action: 'alerts.activated' })
}

async function end(
  { alerts, audit }: MonitoringContext,
  tx: Transaction,
  { rule, subject, comment }: { rule: Rule; subject: Subject; comment: string },
): Promise<void> {
  const { accountId, now: at } = subject
  const isClosed = await alerts.close(tx, { accountId, kind: rule.kind, typeId: rule.typeId }, { at, actor: SYSTEM, comment })
  if (isClosed) await audit.record(tx, { ...entryOf(rule, accountId, comment), action: 'alerts.deactivated' })
}

const commentOf = ({ name }: Rule, version: number, values: string): string => `${name.replaceAll('_', ' ')} v${version}: ${values}.`

const entryOf = ({ kind, typeId }: Rule, accountId: string, reason: string) => ({
  actor: { kind: 'system', name: 'monitoring' } as const,
  object: { type: 'account', id: accountId },
  after: { alertId: kind, alertTypeId: typeId },
  reason,
})
