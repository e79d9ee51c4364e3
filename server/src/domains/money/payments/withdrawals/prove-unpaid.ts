/**
 * Proof that nothing was paid, before the money of a withdrawal is returned whose row has no attempt. When an attempt exists nevertheless,
 * the provider is asked by its reference, outside of every transaction. Unpaid attempts are sealed, and the refund checks those seals under
 * the lock of the row.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../../../platform/database/ids.ts'
import { Refused, refuse } from '../../../../platform/http/refusal.ts'
import { makeJobDue } from '../../../../platform/security/stopped-operations.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import { IN_FLIGHT_MS } from '../rules.ts'
import { openAttempts, sealUnpaid } from './attempt-store.ts'
import { notifyUnproved } from './prove-withdrawal.ts'
import { readPayouts } from './read-payouts.ts'
import { isUnsent } from './states.ts'
import { isAbsenceProved } from './unpaid-confirmation.ts'
import { findWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

/** Job that proves it in the worker process, for a process that may not ask the provider itself. */
export const PROVE_JOB = 'payments.prove-unpaid'
const LOOK_EVERY_MS = 200

/** @throws Refused `payments.provider_unavailable` */
export async function proveUnpaid(context: PaymentsContext, withdrawal: WithdrawalRow): Promise<void> {
  const { clock, db, seals } = context
  const { id, state } = withdrawal
  if (!isUnsent(state)) return
  const open = await openAttempts(seals, db, id)
  const last = open.at(-1)
  if (!last) return
  notifyUnproved(context, withdrawal, 'attempts')
  const isInFlight = open.some(({ isKeyUsed }) => isKeyUsed) || clock.now().getTime() - last.at.getTime() < IN_FLIGHT_MS
  if (isInFlight) return
  if (context.settings.payouts.key === null) await askWorker(context, id)
  else if (await isUnpaid(context, withdrawal)) await sealUnpaid(seals, db, open)
}

/** Ask the worker process, which has the provider's key, to prove it and to seal the result. */
async function askWorker({ clock, db, seals, settings }: PaymentsContext, withdrawalId: string): Promise<void> {
  await makeJobDue(db, { id: newId(), name: PROVE_JOB, key: withdrawalId, payload: { withdrawalId }, now: clock.now() })
  const deadline = performance.now() + settings.link.waitMs
  while ((await openAttempts(seals, db, withdrawalId)).length > 0) {
    if (performance.now() > deadline) refuse('payments.provider_unavailable')
    await sleep(LOOK_EVERY_MS)
  }
}

/** Run the proof as that job. While the provider does not answer, the customer or the officer asks again. */
export async function proveForCore(context: PaymentsContext, withdrawalId: string): Promise<void> {
  const withdrawal = await findWithdrawal(context.db, withdrawalId)
  if (!withdrawal) return
  await proveUnpaid(context, withdrawal).catch((error) => {
    if (!(error instanceof Refused)) throw error
  })
}

/** Whether the provider surely made no payment, and will make none. */
async function isUnpaid(context: PaymentsContext, withdrawal: WithdrawalRow): Promise<boolean> {
  try {
    const found = await readPayouts(context, withdrawal)
    return found.every(({ state }) => state === 'failed') && (await isAbsenceProved(context, withdrawal))
  } catch (error) {
    if (error instanceof ProviderUnreachable) refuse('payments.provider_unavailable')
    throw error
  }
}
