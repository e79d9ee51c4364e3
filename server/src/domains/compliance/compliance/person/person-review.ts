/** Data for a review in addition to the pictures: waiting items, declared and read data, matches with other accounts, earlier decisions. */
import type { PersonReview, ReviewedItem } from '@tunjo/contract/compliance-review'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { Caller } from '../../../../platform/http/route.ts'
import type { Duplicate, SentItem } from '../../../customers/kyc/index.ts'
import type { ComplianceContext } from '../context.ts'
import { linkFor, STATE } from '../documents.ts'
import { toAssignee } from '../review/assign.ts'
import { type DecisionRow, decisionsOf } from '../review/decision-store.ts'
import { leaseOf, toLease } from '../review/lease.ts'
import { toProofReading } from '../review/proof-routes.ts'
import { checksOf } from './checks.ts'
import { declaredFields } from './declared-fields.ts'
import { proofChecks, residenceOf } from './proof-checks.ts'

export async function personReview(context: ComplianceContext, accountId: string, caller: Caller): Promise<PersonReview> {
  const { db, clock, kyc, identity, parameters, files } = context
  const now = clock.now()
  const [facts, duplicates, slots, decisions, lease, assignee, proof] = await Promise.all([
    kyc.reviewFacts(accountId),
    kyc.duplicatesOf(accountId),
    kyc.slotsOf(accountId),
    decisionsOf(db, accountId),
    leaseOf(db, accountId, now),
    toAssignee(context, accountId, caller.accountId),
    kyc.lastProofReading(accountId),
  ])
  const link = linkFor(files, caller)
  return {
    lease: lease && (await toLease(identity, lease, caller.accountId)),
    assignee,
    items: facts.items.map((item) => shownItem(item, link)),
    fields: declaredFields(facts.declared, parameters),
    shareholders: facts.declared['legal-1']?.shareholders ?? [],
    checks: [...checksOf(facts, parameters, now), ...proofChecks(facts, proof, parameters)],
    residence: residenceOf(facts, parameters),
    proof: proof && (await toProofReading(identity, proof)),
    duplicates: await Promise.all(duplicates.map((duplicate) => shownDuplicate(context, duplicate))),
    decisions: await Promise.all(decisions.map((decision) => shownDecision(context, decision, slots))),
  }
}

const shownItem = ({ fileId, sentAt, state, ...item }: SentItem, link: (fileId: string) => string): ReviewedItem => ({
  ...item,
  state: STATE[state],
  fileUrl: fileId && link(fileId),
  sentAt: sentAt?.toISOString() ?? null,
})

async function shownDuplicate(
  { db, identity, risk }: ComplianceContext,
  { kind, slot, accountId }: Duplicate,
): Promise<PersonReview['duplicates'][number]> {
  const [person, standing] = await Promise.all([identity.person(accountId), risk.profile(db, accountId)])
  const isClosed = person?.state === ACCOUNT_STATE.closed
  return { kind, slot, userId: accountId, email: person?.email ?? '', isClosed, risk: standing.risk }
}

async function shownDecision(
  { identity }: ComplianceContext,
  { officerId, outcome, itemIds, reasonCodes, note, at }: DecisionRow,
  slots: ReadonlyMap<string, string>,
): Promise<PersonReview['decisions'][number]> {
  const officer = (await identity.person(officerId))?.email ?? ''
  const named = [...new Set(itemIds.flatMap((id) => slots.get(id) ?? []))]
  return { at: at.toISOString(), officer, outcome, slots: named, reasonCodes, note }
}
