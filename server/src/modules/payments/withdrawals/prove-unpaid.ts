/**
 * Before the money of a withdrawal goes back whose row says that nothing was sent: when an attempt was made all the same, the provider is asked by
 * its reference, outside of every transaction. What it did not pay is sealed, and the refund looks for those seals under the lock of the row.
 */
import { refuse } from '../../../platform/refusal.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import { IN_FLIGHT_MS } from '../rules.ts'
import { openAttempts, sealUnpaid } from './attempt-store.ts'
import { isAbsenceProved } from './confirm-unpaid.ts'
import { tellUnproved } from './prove-withdrawal.ts'
import { readPayouts } from './read-payouts.ts'
import { isUnsent } from './states.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

/** @throws Refused `payments.provider_unavailable` */
export async function proveUnpaid(context: PaymentsContext, withdrawal: WithdrawalRow): Promise<void> {
  const { clock, db, seals } = context
  const { id, state } = withdrawal
  if (!isUnsent(state)) return
  const open = await openAttempts(seals, db, id)
  const last = open.at(-1)
  if (!last) return
  tellUnproved(context, withdrawal, 'attempts')
  const isInFlight = open.some(({ isKeyUsed }) => isKeyUsed) || clock.now().getTime() - last.at.getTime() < IN_FLIGHT_MS
  if (!isInFlight && (await isUnpaid(context, withdrawal))) await sealUnpaid(seals, db, open)
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
