/** Decisions of officers about a hit: one officer confirms it, two discard it. */
import { LISTS_ALERT, PEP_ALERT } from '@tunjo/contract/alert-kinds'
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { LISTS } from '@tunjo/contract/screening'
import * as z from 'zod'
import type { ApprovalKind } from '../../../../platform/approvals/index.ts'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { type Actor, move, officer } from '../../../../platform/state-machine/index.ts'
import { CASE_WORDS, COMMENT_WORDS, STORED_WORDS } from '../case-words.ts'
import type { ScreeningContext } from '../context.ts'
import { isBinding } from './binding.ts'
import { type HitRow, hasHits, lockHit } from './hit-store.ts'
import { type Columns, HIT } from './screen-person.ts'

const { discard } = STORED_WORDS

interface Decision {
  readonly hitId: string
  readonly reason: string
  readonly actor: PersonActor
}

interface Decided {
  readonly to: 'confirmed' | 'discarded'
  readonly at: Date
  readonly actor: Actor
  readonly set: Readonly<Partial<Record<Columns, string | Date | null>>>
}
/** @throws Refused `screening.hit_decided`, also when it was decided the same way */
async function decided(tx: Transaction, hit: HitRow, change: Decided): Promise<void> {
  if ((await move(tx, HIT, hit, { ...change, illegal: 'screening.hit_decided' })) !== 'moved') refuse('screening.hit_decided')
}

/** @throws Refused `screening.hit_decided` */
export async function confirmHit(context: ScreeningContext, { hitId, reason, actor }: Decision): Promise<HitRow> {
  const { db, clock, audit, risk, outbox } = context
  return inTransaction(db, async (tx) => {
    const hit = (await lockHit(tx, hitId)) ?? refuse('request.not_found')
    if (hit.accountId === actor.accountId) refuse('compliance.own_account')
    const at = clock.now()
    const set = { decided_at: at, decided_by: actor.accountId, reason }
    await decided(tx, hit, { to: 'confirmed', at, actor: officer(actor.accountId), set })
    const flag = hit.list === 'pep' ? risk.flagPep : risk.flagList
    await flag(tx, { accountId: hit.accountId, reason: COMMENT_WORDS.hit.confirmed(hit.id) })
    await risk.reassess(tx, hit.accountId)
    const { accountId, list, entryId, about } = hit
    if (isBinding(list, hit.facts.entry.reason))
      await outbox.emit(tx, 'screening.binding_match', { accountId, hitId, list, entryId, about, confirmedAt: at.toISOString() })
    await audit.record(tx, { actor, action: 'screening.hit_confirmed', object: objectOf(hit), after: factsOf(hit), reason })
    return { ...hit, state: 'confirmed', decidedAt: at, reason }
  })
}

export const DISCARD_APPROVAL = 'screening.discard_hit' satisfies ApprovalKindName
const Params = z.object({ hitId: z.uuid(), accountId: z.uuid() })
type Params = z.output<typeof Params>
const Facts = z.object({ list: z.enum(LISTS), fingerprint: z.string() })

export const discardApproval = (context: ScreeningContext): ApprovalKind<Params, HitRow> => ({
  permission: 'screening.decide',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ hitId }) => hitId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, { hitId }) {
    const hit = (await lockHit(tx, hitId)) ?? refuse('request.not_found')
    if (hit.state !== 'open') refuse('screening.hit_decided')
    return { list: hit.list, fingerprint: hit.fingerprint }
  },
  isNeeded: () => true,
  words: CASE_WORDS,
  changes: (_params, facts) => [
    { label: discard.hit(Facts.parse(facts).list.toUpperCase()), before: discard.open, after: discard.discarded },
  ],
  async execute(tx, { hitId }, { makerId, checkerId, requestId, reason, actor }) {
    const hit = (await lockHit(tx, hitId)) ?? refuse('request.not_found')
    const at = context.clock.now()
    const set = { decided_at: at, decided_by: makerId, second_id: checkerId, reason }
    await decided(tx, hit, { to: 'discarded', at, actor: officer(makerId), set })
    await closeAlert(context, tx, hit, makerId, reason)
    await context.risk.reassess(tx, hit.accountId)
    await screenAgain(context, tx, hit)
    const after = { ...factsOf(hit), approvalRequestId: requestId, makerId, checkerId }
    await context.audit.record(tx, { actor, action: 'screening.hit_discarded', object: objectOf(hit), after, reason })
    return { ...hit, state: 'discarded', decidedAt: at, reason }
  },
})

export const SCREEN_JOB = 'screening.subject'
export const ScreenJob = z.object({ accountId: z.uuid() })

/** A person named in a company's documents may have remained a party only because of this hit, when the newest list omits them. */
async function screenAgain({ jobs }: ScreeningContext, tx: Transaction, { id, accountId, facts }: HitRow): Promise<void> {
  if (facts.party.roles) await jobs.enqueue(tx, { name: SCREEN_JOB, key: id, payload: { accountId } })
}

const objectOf = ({ accountId }: HitRow) => ({ type: 'account', id: accountId })
const factsOf = ({ id, list, entryId, fingerprint }: HitRow) => ({ hitId: id, list, entryId, fingerprint })

/** Close the alert with its last hit, unless the customer is flagged: the flag is removed separately, by two officers as well. */
async function closeAlert(
  { risk, alerts, clock }: ScreeningContext,
  tx: Transaction,
  hit: HitRow,
  makerId: string,
  reason: string,
): Promise<void> {
  const isPep = hit.list === 'pep'
  const { accountId } = hit
  if (await hasHits(tx, accountId, isPep ? ['pep'] : LISTS.filter((list) => list !== 'pep'))) return
  const standing = await risk.profile(tx, accountId)
  if (isPep ? standing.isPep : standing.isListed) return
  const key = { accountId, kind: isPep ? PEP_ALERT : LISTS_ALERT, typeId: null }
  await alerts.close(tx, key, { at: clock.now(), actor: officer(makerId), comment: reason })
}
