/** Evaluate rules about customers, and raise or close their alerts: facts, findings, alerts and audit trail in one transaction. */
import { CLOSED_BY_TWO_OFFICERS } from '@tunjo/contract/alert-kinds'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { CodedText, type Text } from '../../../platform/phrases/coded-text.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { storeAddresses } from './address-store.ts'
import type { MonitoringContext } from './context.ts'
import type { Rule } from './define-rule.ts'
import { type Answer, evaluateRules, type Question } from './evaluate-rules.ts'
import { byAccount } from './facts/moments.ts'
import { type FoundBy, foundSince, insertFindings, type KnownFindings, knownFindings, lockSubjects } from './finding-store.ts'
import { sharedAddress } from './rules/shared-address.ts'
import { type Customer, findCustomers } from './subject-store.ts'
import type { Finding, OpenAlert, Subject, Verdict } from './types.ts'
import { versionsAt } from './versions/store.ts'

export interface Asked {
  readonly accountId: string
  readonly rules: readonly Rule[]
}

/** For one customer. */
export const judge = (context: MonitoringContext, accountId: string, rules: readonly Rule[]): Promise<void> =>
  judgeBatch(context, [{ accountId, rules }])

/**
 * Evaluates some customers in one transaction, each once. Idempotent for any number of processes: known findings change nothing. Facts are
 * read for all of them in as many queries as for one.
 */
export async function judgeBatch(context: MonitoringContext, asked: readonly Asked[]): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const ids = asked.map(({ accountId }) => accountId)
    await lockSubjects(tx, ids)
    const rulesOf = new Map(asked.map(({ accountId, rules }) => [accountId, rules]))
    const customers = await findCustomers(tx, ids)
    if (customers.length === 0) return
    // The view of links needs the digests too, also while the rule is off.
    const housed = customers.filter(({ accountId }) => rulesOf.get(accountId)?.includes(sharedAddress))
    await storeAddresses(
      tx,
      housed.map(({ accountId }) => accountId),
    )
    const subjects = await subjectsOf(context, tx, customers)
    const versionOf = await versionsAt(tx, context.clock.now())
    const questions = subjects.flatMap((subject) =>
      (rulesOf.get(subject.accountId) ?? []).map((rule): Question => ({ rule, subject, version: versionOf(rule.name) })),
    )
    await act(context, tx, await evaluateRules(tx, questions))
    failpoint('monitoring.judged')
  })
  failpoint('monitoring.committed')
}

async function subjectsOf(
  { alerts, limits, clock }: MonitoringContext,
  tx: Transaction,
  customers: readonly Customer[],
): Promise<Subject[]> {
  const now = clock.now()
  const maximumOf = await limits.monthlyMaximums(tx, now)
  const open = await alerts.openOf(
    tx,
    customers.map(({ accountId }) => accountId),
  )
  const [openAlerts, found] = [byAccount(open), byAccount(await foundSince(tx, open))]
  return customers.map((customer) => ({
    ...customer,
    monthlyMaximum: maximumOf(customer.verifiedLevel),
    openAlerts: (openAlerts.get(customer.accountId) ?? []).map(({ id, severity, kind, typeId, openedAt, openedBy, lastSeenAt }) => ({
      id,
      severity,
      kind,
      typeId,
      openedAt,
      lastSeenAt: lastSeenAt ?? openedAt,
      isByRule: openedBy === null,
      found: (found.get(customer.accountId) ?? []).filter((one) => one.kind === kind && one.typeId === typeId),
    })),
    now,
    until: null,
  }))
}

/** Write new findings, then close ended alerts. */
async function act(context: MonitoringContext, tx: Transaction, answered: readonly Answer[]): Promise<void> {
  const known = await knownFindings(
    tx,
    answered.flatMap((answer) => answer.verdict.findings.map((finding) => ({ by: byOf(answer), finding }))),
  )
  const fresh = await newFindings(tx, known, answered)
  const [first] = fresh
  if (first) await write(context, tx, fresh, first.answer.subject.now)
  const isNew = new Set(fresh.map(({ answer }) => answer))
  for (const answer of answered) {
    const { rule, subject, version, verdict } = answer
    const why = version.mode === 'active' && !isNew.has(answer) ? endingOf(rule, verdict, subject.openAlerts) : null
    if (why !== null) await end(context, tx, { rule, subject, comment: commentOf(rule, version.version, why) })
  }
}

/**
 * Reason for which the alert of the rule has ended, or null: a rule opened it, and no finding behind it holds any more. A finding behind an
 * earlier alert that officers closed may hold permanently, and keeps no later alert open.
 */
export function endingOf({ kind, typeId }: Rule, { findings, end }: Verdict, openAlerts: readonly OpenAlert[]): Text | null {
  const open = openAlerts.find((one) => one.kind === kind && one.typeId === typeId)
  if (!open?.isByRule || CLOSED_BY_TWO_OFFICERS.includes(kind)) return null
  return findings.some((finding) => open.found.some((raised) => isSame(raised, finding))) ? null : end(open)
}
const isSame = (one: Pick<Finding, 'period' | 'fingerprint'>, other: Pick<Finding, 'period' | 'fingerprint'>): boolean =>
  one.period === other.period && one.fingerprint === other.fingerprint

const byOf = ({ rule, subject, version }: Question): FoundBy => ({
  accountId: subject.accountId,
  rule: rule.name,
  version: version.version,
  kind: rule.kind,
  typeId: rule.typeId,
})

interface NewFinding {
  readonly answer: Answer
  /** With its evidence. */
  readonly finding: Finding
}

async function newFindings(tx: Transaction, known: KnownFindings, answered: readonly Answer[]): Promise<NewFinding[]> {
  const fresh: NewFinding[] = []
  for (const answer of answered) {
    const { rule, subject, mode, verdict } = answer
    for (const finding of verdict.findings) {
      if (known.has(byOf(answer), finding, mode)) continue
      known.add(byOf(answer), finding, mode)
      const evidence = finding.evidence.length > 0 ? finding.evidence : ((await rule.evidence?.(tx, subject, finding)) ?? [])
      fresh.push({ answer, finding: { ...finding, evidence } })
    }
  }
  return fresh
}

/** Alerts, findings and audit entries of a batch in a few statements: one by one they took most of the time of a first nightly run. */
async function write({ alerts, audit }: MonitoringContext, tx: Transaction, fresh: readonly NewFinding[], at: Date): Promise<void> {
  const active = fresh.filter(({ answer }) => answer.mode === 'active')
  const findings = active.map(({ answer, finding }) => ({
    key: { accountId: answer.subject.accountId, kind: answer.rule.kind, typeId: answer.rule.typeId },
    comment: commentOf(answer.rule, answer.version.version, finding.values),
    severity: finding.severity,
    evidence: finding.evidence,
  }))
  const raised = await alerts.raiseBatch(tx, { at, actor: SYSTEM }, findings)
  const outcomes = new Map(active.map((one, place) => [one, raised[place]]))
  await insertFindings(
    tx,
    fresh.map((one) => ({ by: byOf(one.answer), finding: one.finding, outcome: outcomes.get(one) ?? 'test', at })),
  )
  failpoint('monitoring.finding_written')
  const opened = findings.filter((_, place) => raised[place] === 'opened')
  await audit.record(tx, ...opened.map(({ key, comment }) => ({ ...entryOf(key, comment), action: 'alerts.activated' as const })))
}

async function end(
  { alerts, audit }: MonitoringContext,
  tx: Transaction,
  { rule, subject, comment }: { rule: Rule; subject: Subject; comment: Text },
): Promise<void> {
  const { accountId, now: at } = subject
  const isClosed = await alerts.close(tx, { accountId, kind: rule.kind, typeId: rule.typeId }, { at, actor: SYSTEM, comment })
  if (isClosed) await audit.record(tx, { ...entryOf({ ...rule, accountId }, comment), action: 'alerts.deactivated' })
}

const commentOf = ({ name }: Rule, version: number, values: Text): CodedText =>
  CodedText.join(`${name.replaceAll('_', ' ')} v${version}: `, values, '.')

const entryOf = ({ accountId, kind, typeId }: Pick<FoundBy, 'accountId' | 'kind' | 'typeId'>, reason: Text) => ({
  actor: { kind: 'system', name: 'monitoring' } as const,
  object: { type: 'account', id: accountId },
  after: { alertId: kind, alertTypeId: typeId },
  reason: String(reason),
})
