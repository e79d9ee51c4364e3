/** Pause of all token withdrawals: one officer pauses immediately, two resume. Every step checks it, and so does the signer. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { resumeText } from '../../blockchain/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { CryptoContext } from '../context.ts'
import { insertPause, insertResume, isPaused, pausesInForce } from './pause-store.ts'

export const RESUME_APPROVAL = 'crypto.resume_withdrawals' satisfies ApprovalKindName
type Paused = { paused: boolean }

export async function pauseWithdrawals(context: CryptoContext, actor: PersonActor, reason: string): Promise<Paused> {
  const { clock } = context
  return inTransaction(context.db, async (tx) => {
    if (await isPaused(tx, context)) refuse('crypto.pause_unchanged')
    await insertPause(tx, { id: newId(), reason, officerId: actor.accountId, at: clock.now() })
    return notify(context, tx, { isPaused: true, officerId: actor.accountId, actor, reason })
  })
}

export const resumeApproval = (context: CryptoContext): ApprovalKind<Record<string, never>, Paused> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => z.strictObject({}).parse(params),
  target: () => 'token withdrawals',
  subjectId: () => null,
  async facts(tx) {
    const pauses = await pausesInForce(tx, context)
    const [newest] = pauses
    if (!newest) refuse('crypto.pause_unchanged')
    return { since: newest.at.toISOString(), reason: newest.reason, pauses: pauses.map(({ id }) => id).toSorted() }
  },
  isNeeded: () => true,
  execute: (tx, _params, execution: Execution) => resume(context, tx, execution),
  words: APPROVAL_WORDS,
  changes: () => {
    const { withdrawals, paused, active } = STORED_WORDS.network
    return [{ label: withdrawals, before: paused, after: active }]
  },
})

/** Resume ends the pauses in force that two officers saw. A later one stays in force. */
async function resume(context: CryptoContext, tx: Transaction, { actor, makerId, checkerId, reason }: Execution): Promise<Paused> {
  const { clock, seals } = context
  if (checkerId === null) throw new Error('withdrawals are resumed by two officers')
  const pauses = await pausesInForce(tx, context)
  if (pauses.length === 0) refuse('crypto.pause_unchanged')
  for (const { id: pauseId } of pauses) {
    const seal = seals.seal(resumeText(pauseId, { makerId, checkerId }))
    await insertResume(tx, { pauseId, makerId, checkerId, reason, at: clock.now(), seal })
  }
  return notify(context, tx, { isPaused: false, officerId: makerId, actor, reason })
}

interface Turn {
  readonly isPaused: boolean
  readonly officerId: string
  readonly actor: PersonActor
  readonly reason: string
}

async function notify(
  { audit, log }: CryptoContext,
  tx: Transaction,
  { isPaused: paused, officerId, actor, reason }: Turn,
): Promise<Paused> {
  const action = paused ? 'crypto.withdrawals_paused' : 'crypto.withdrawals_resumed'
  await audit.record(tx, { actor, action, object: { type: 'rail', id: 'token-withdrawals' }, after: { isPaused: paused }, reason })
  log.warn({ securityEvent: 'crypto_withdrawals_switched', isPaused: paused, officerId }, 'token withdrawals were paused or resumed')
  return { paused }
}
