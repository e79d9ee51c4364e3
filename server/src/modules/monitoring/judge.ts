/** Asks rules about customers, and raises or closes their alerts: facts, findings, alerts and audit trail in one transaction. */
import { CLOSED_BY_TWO } from '@tunjo/contract/compliance-alerts'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import { failpoint } from '../../platform/failpoint.ts'
import { SYSTEM } from '../../platform/state-machine/index.ts'
import { keepAddresses } from './address-store.ts'
import { type Answer, answers, type Question } from './ask.ts'
import type { MonitoringContext } from './context.ts'
import type { Rule } from './define-rule.ts'
import { byAccount } from './facts/moments.ts'
import { type FoundBy, foundSince, insertFinding, type KnownFindings, knownFindings, lockSubjects } from './finding-store.ts'
import { sharedAddress } from './rules/shared-address.ts'
import { type Customer, findCustomers } from './subject-store.ts'
import type { Finding, OpenAlert, Subject, Verdict } from './types.ts'
import { versionsAt } from './versions/store.ts'

export interface Asked {
  readonly accountId: string
  readonly rules: readonly Rule[]
}

/** One customer. */
export const judge = (context: MonitoringContext, accountId: string, rules: readonly Rule[]): Promise<void> =>
  judgeTogether(context, [{ accountId, rules }])

/**
 * Some customers in one transaction, each once: any number of times, by any number of processes; what is known already changes nothing.
 * Facts are read for all of them in the few questions that one of them takes.
 */
export async function judgeTogether(context: MonitoringContext, asked: readonly Asked[]): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const ids = asked.map(({ accountId }) => accountId)
    await lockSubjects(tx, ids)
    const rulesOf = new Map(asked.map(({ accountId, rules }) => [accountId, rules]))
    const customers = await findCustomers(tx, ids)
    if (customers.length === 0) return
    // The view of links reads them too, also while the rule is off.
    const housed = customers.filter(({ accountId }) => rulesOf.get(accountId)?.includes(sharedAddress))
    await keepAddresses(
      tx,
      housed.map(({ accountId }) => accountId),
    )
    const subjects = await subjectsOf(context, tx, customers)
    const versionOf = await versionsAt(tx, context.clock.now())
    const questions = subjects.flatMap((subject) =>
      (rulesOf.get(subject.accountId) ?? []).map((rule): Question => ({ rule, subject, version: versionOf(rule.name) })),
    )
    await act(context, tx, await answers(tx, questions))
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
  const open = await alerts.openOf(
    tx,
    customers.map(({ accountId }) => accountId),
  )
  const [openAlerts, found] = [byAccount(open), byAccount(await foundSince(tx, open))]
  return customers.map((customer) => ({
    ...customer,
    monthlyMaximum: limits.monthlyMaximum(customer.verifiedLevel),
    openAlerts: (openAlerts.get(customer.accountId) ?? []).map(({ kind, typeId, openedAt, openedBy, lastSeenAt }) => ({
      kind,
      typeId,
      openedAt,
      lastSeenAt: lastSeenAt ?? openedAt,
      isByRule: openedBy === null,
      found: (found.get(customer.accountId) ?? []).filter((one) => one.kind === kind).map(({ fingerprint }) => fingerprint),
    })),
    now,
    until: null,
  }))
}

/** Writes what is new and closes what is over, one customer after the other. */
async function act(context: MonitoringContext, tx: Transaction, answered: readonly Answer[]): Promise<void> {
  const known = await knownFindings(
    tx,
    answered.flatMap((answer) => answer.verdict.findings.map((finding) => ({ by: byOf(answer), finding }))),
  )
  for (const answer of answered) {
    const { rule, subject, version, verdict } = answer
    for (const finding of verdict.findings) await write(context, tx, known, { ...answer, finding })
    const why = version.mode === 'active' ? endingOf(rule, verdict, subject.openAlerts) : null
    if (why !== null) await end(context, tx, { rule, subject, comment: commentOf(rule, version.version, why) })
  }
}

/** Why the alert of the rule is over, when it is: nothing is found any more, and a rule opened it. */
export function endingOf({ kind, typeId }: Rule, { findings, end }: Verdict, openAlerts: readonly OpenAlert[]): string | null {
  if (findings.length > 0 || CLOSED_BY_TWO.includes(kind)) return null
  const open = openAlerts.find((one) => one.kind === kind && one.typeId === typeId)
  return open?.isByRule ? end(open) : null
}

const byOf = ({ rule, subject, version }: Question): FoundBy => ({
  accountId: subject.accountId,
  rule: rule.name,
  version: version.version,
  kind: rule.kind,
  typeId: rule.typeId,
})

async function write(
  { alerts, audit }: MonitoringContext,
  tx: Transaction,
  known: KnownFindings,
  { finding, ...answer }: Answer & { finding: Finding },
): Promise<void> {
  const { rule, subject, mode, version } = answer
  const by = byOf(answer)
  if (known.has(by, finding, mode)) return
  const { accountId, now: at } = subject
  const comment = commentOf(rule, version.version, finding.values)
  const key = { accountId, kind: rule.kind, typeId: rule.typeId }
  const outcome = mode === 'active' ? await alerts.raise(tx, key, { at, actor: SYSTEM, comment }) : 'test'
  await insertFinding(tx, by, finding, { outcome, at })
  known.add(by, finding, mode)
  failpoint('monitoring.finding_written')
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
