/**
 * Whether what this sender sent is held: by the house's own list, until the address is off it, and by a loaded list of sanctions, until two
 * officers decide (ADM-13). The answer of a list is kept as it was given: none with addresses loaded is no clear.
 */
import type { Transaction } from '../../../platform/database.ts'
import type { CryptoContext } from '../context.ts'
import { newestDecision } from './decision-store.ts'
import { type DepositRow, noteListed, setSanctions, setSmallSender, wasListed } from './deposit-store.ts'

export async function isSenderHeld(context: CryptoContext, tx: Transaction, deposit: DepositRow): Promise<boolean> {
  const { accountId, fromAddress: address, state } = deposit
  const isBarred = await context.screening.isSenderBarred(tx, { accountId, address, isFirst: state !== 'IN_REVIEW' })
  return (await isSanctioned(context, tx, deposit)) || isBarred
}

/**
 * What the lists say of the sender of a small deposit, our own among them: no customer is stopped by it, and no hit is recorded, but it adds up apart.
 */
export async function noteSender({ clock, screening }: CryptoContext, tx: Transaction, deposit: DepositRow): Promise<void> {
  const { id, accountId, fromAddress } = deposit
  const isSenderBarred = await screening.isSenderBarred(tx, { accountId, address: fromAddress, isFirst: false })
  const sanctions = await screening.senderSanction(tx, fromAddress)
  await setSmallSender(tx, id, { sanctions, isSenderBarred })
  if (sanctions === 'listed') await noteListed(tx, id, clock.now())
}

async function isSanctioned(context: CryptoContext, tx: Transaction, deposit: DepositRow): Promise<boolean> {
  const { clock, screening, log } = context
  const { id, accountId, asset, amount, fromAddress, transactionHash, state } = deposit
  const before = (await wasListed(tx, id)) ? 'listed' : deposit.sanctions
  const now = await screening.senderSanction(tx, fromAddress)
  // Once listed it is an officer's to decide, also when the list names it no more.
  const sanctions = before === 'listed' ? 'listed' : now
  if (sanctions !== deposit.sanctions) await setSanctions(tx, id, sanctions)
  if (sanctions !== 'listed') return false
  await noteListed(tx, id, clock.now())
  if (before !== 'listed' || state !== 'IN_REVIEW') {
    log.error(
      { securityEvent: 'crypto_sanctioned_sender', depositId: id },
      'tokens came from an address of a list of sanctions: they are held',
    )
    await screening.noteSanctionedSender(tx, { accountId, depositId: id, asset, amount, address: fromAddress, transactionHash })
  }
  return (await newestDecision(context, tx, deposit))?.decision !== 'credit'
}
