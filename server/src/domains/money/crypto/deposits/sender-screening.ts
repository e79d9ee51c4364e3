/**
 * Screening of a deposit's sender: it is held by the platform's blocklist until the address is removed from it, and by a loaded sanctions
 * list until two officers decide (ADM-13). The answer of a list is stored as it was given: a missing list does not count as clear.
 */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { CryptoContext } from '../context.ts'
import { newestDecision } from './decision-store.ts'
import { type DepositRow, recordListed, setSanctions, setSmallSender, wasListed } from './deposit-store.ts'

export async function isSenderHeld(context: CryptoContext, tx: Transaction, deposit: DepositRow): Promise<boolean> {
  const { accountId, fromAddress: address, state } = deposit
  const isBlocked = await context.screening.isSenderBarred(tx, { accountId, address, isFirst: state !== 'IN_REVIEW' })
  return (await isSanctioned(context, tx, deposit)) || isBlocked
}

/**
 * Screening result for the sender of a small deposit, including the blocklist: no customer is blocked by it, and no hit is recorded, but it
 * is summed separately.
 */
export async function recordSenderScreening({ clock, screening }: CryptoContext, tx: Transaction, deposit: DepositRow): Promise<void> {
  const { id, accountId, fromAddress } = deposit
  const isSenderBarred = await screening.isSenderBarred(tx, { accountId, address: fromAddress, isFirst: false })
  const sanctions = await screening.senderSanction(tx, fromAddress)
  await setSmallSender(tx, id, { sanctions, isSenderBarred })
  if (sanctions === 'listed') await recordListed(tx, id, clock.now())
}

async function isSanctioned(context: CryptoContext, tx: Transaction, deposit: DepositRow): Promise<boolean> {
  const { clock, screening, log } = context
  const { id, accountId, asset, amount, fromAddress, transactionHash, state } = deposit
  const before = (await wasListed(tx, id)) ? 'listed' : deposit.sanctions
  const now = await screening.senderSanction(tx, fromAddress)
  // A deposit that was once listed is decided by officers, also when the list no longer has the sender.
  const sanctions = before === 'listed' ? 'listed' : now
  if (sanctions !== deposit.sanctions) await setSanctions(tx, id, sanctions)
  if (sanctions !== 'listed') return false
  await recordListed(tx, id, clock.now())
  if (before !== 'listed' || state !== 'IN_REVIEW') {
    log.error(
      { securityEvent: 'crypto_sanctioned_sender', depositId: id },
      'tokens came from an address of a list of sanctions: they are held',
    )
    await screening.recordSanctionedSender(tx, { accountId, depositId: id, asset, amount, address: fromAddress, transactionHash })
  }
  return (await newestDecision(context, tx, deposit))?.decision !== 'credit'
}
