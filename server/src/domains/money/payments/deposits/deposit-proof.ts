/**
 * Verification of the sealed customer and amount of a deposit: a rewritten row is credited to no customer
 * (docs/decisions/0045-sealed-rows.md).
 */
import type { PaymentsContext } from '../context.ts'
import { depositText } from '../sealed-texts.ts'
import type { DepositRow } from './deposit-store.ts'

/** Report when it is not. */
export function isProvedDeposit({ log, seals }: Pick<PaymentsContext, 'log' | 'seals'>, deposit: DepositRow): boolean {
  if (isSealedDeposit(seals, deposit)) return true
  const facts = { securityEvent: 'payment_unproved', depositId: deposit.id, state: deposit.state }
  log.error(facts, 'a deposit is not what was begun: nothing was credited')
  return false
}

type SealedDeposit = Pick<DepositRow, 'id' | 'accountId' | 'method' | 'amount' | 'isBooked' | 'seal'>
export const isSealedDeposit = (seals: PaymentsContext['seals'], deposit: SealedDeposit): boolean =>
  seals.isSealOf(depositText(deposit), deposit.seal)
