/** The switch that stops all token withdrawals: one officer pauses at once, two let them go on. Every step asks it, and so does the signer. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../platform/approvals/index.ts'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../platform/database.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { CryptoContext } from '../context.ts'
import { insertPause, newestPause } from './pause-store.ts'

export const RESUME_APPROVAL = 'crypto.resume_withdrawals' satisfies ApprovalKindName
type Paused = { paused: boolean }

export async function pauseWithdrawals(context: CryptoContext, actor: PersonActor, reason: string): Promise<Paused> {
  return inTransaction(context.db, (tx) => turn(context, tx, { isPaused: true, officerId: actor.accountId, actor, reason }))
}

export const resumeApproval = (context: CryptoContext): ApprovalKind<Record<string, never>, Paused> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => z.strictObject({}).parse(params),
  target: () => 'token withdrawals',
  subjectId: () => null,
  async facts(tx) {
    const pause = await newestPause(tx)
    if (!pause?.isPaused) refuse('crypto.pause_unchanged')
    return { since: pause.at.toISOString(), reason: pause.reason }
  },
  isNeeded: () => true,
  execute: (tx, _params, execution: Execution) =>
    turn(context, tx, { isPaused: false, officerId: execution.makerId, actor: execution.actor, reason: execution.reason }),
  changes: () => [{ label: 'Retiros por la red', before: 'En pausa', after: 'Activos' }],
})

interface Turn {
  readonly isPaused: boolean
  readonly officerId: string
  readonly actor: PersonActor
  readonly reason: string
}

async function turn(context: CryptoContext, tx: Transaction, { isPaused, officerId, actor, reason }: Turn): Promise<Paused> {
  const { audit, clock, log } = context
  if (((await newestPause(tx))?.isPaused ?? false) === isPaused) refuse('crypto.pause_unchanged')
  await insertPause(tx, { isPaused, reason, officerId, at: clock.now() })
  const action = isPaused ? 'crypto.withdrawals_paused' : 'crypto.withdrawals_resumed'
  await audit.record(tx, { actor, action, object: { type: 'rail', id: 'token-withdrawals' }, after: { isPaused }, reason })
  log.warn({ securityEvent: 'crypto_withdrawals_switched', isPaused, officerId }, 'token withdrawals were paused or resumed')
  return { paused: isPaused }
}
