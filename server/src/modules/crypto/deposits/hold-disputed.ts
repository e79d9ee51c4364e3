/**
 * A credit whose block the chain lost is held from the moment that is seen, until it comes again or is taken back (R15): nobody takes it
 * out meanwhile. Where it was spent, the whole asset is frozen, since the house is short of it.
 */
import type { Transaction } from '../../../platform/database.ts'
import { idOf } from '../../../platform/ids.ts'
import { Refused } from '../../../platform/refusal.ts'
import { customerAccount, type OpenHold, type Transfer } from '../../ledger/index.ts'
import type { CryptoContext } from '../context.ts'
import type { DepositRow } from './deposit-store.ts'

/** Of the dispute that began when it had been lost so often: a hold that was released is not held again. */
const holdIdOf = (depositId: string, losses: number): string => idOf('crypto.disputed', depositId, String(losses))

const CODE = 'crypto.deposit_disputed'

export interface Lost {
  readonly deposit: DepositRow
  /** As the ledger has it. */
  readonly credit: Transfer
  /** How often the chain lost it so far. */
  readonly losses: number
}

/** In the transaction that lost the block. */
export async function holdDisputed(context: CryptoContext, tx: Transaction, lost: Lost): Promise<void> {
  const { ledger, log } = context
  const { deposit, credit } = lost
  if ((await hold(context, tx, lost)) !== 'spent') return
  await ledger.freeze(tx, { asset: credit.asset, reason: CODE })
  log.error({ securityEvent: 'crypto_reorganised', depositId: deposit.id, asset: credit.asset }, 'it was spent: its asset is frozen')
}

/** What could not be held while its asset was frozen, once that is over. */
export async function holdMissed(context: CryptoContext, tx: Transaction, lost: Lost): Promise<void> {
  const isFrozen = (await context.ledger.freezes(tx)).some(({ asset }) => asset === lost.credit.asset)
  if (!isFrozen) await hold(context, tx, lost)
}

async function hold(
  { ledger }: CryptoContext,
  tx: Transaction,
  { deposit: { id, accountId }, credit: { asset, amount, credit: to }, losses }: Lost,
): Promise<'held' | 'spent' | 'frozen'> {
  if (await openHold(ledger, tx, id, losses)) return 'held'
  const account = customerAccount(accountId, asset)
  // The row names somebody else than was credited: nothing of theirs is held, and it counts as gone.
  if (account.id !== to?.accountId) return 'spent'
  try {
    await ledger.holdWithin(tx, { id: holdIdOf(id, losses), account, amount, code: CODE, ref: id })
    return 'held'
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.refusal.code === 'ledger.insufficient_funds') return 'spent'
    if (error.refusal.code === 'ledger.asset_frozen') return 'frozen'
    throw error
  }
}

/** It came again for good, or is taken back. */
export async function releaseDisputed({ ledger }: CryptoContext, tx: Transaction, depositId: string, losses: number): Promise<void> {
  const open = await openHold(ledger, tx, depositId, losses)
  if (open) await ledger.releaseWithin(tx, { id: idOf('crypto.disputed.released', open.id), holdId: open.id, code: CODE, ref: depositId })
}

async function openHold(
  ledger: Pick<CryptoContext['ledger'], 'provedHold'>,
  tx: Transaction,
  depositId: string,
  losses: number,
): Promise<OpenHold | null> {
  for (let count = losses; count >= 0; count--) {
    const found = await ledger.provedHold(holdIdOf(depositId, count), tx)
    if (found && found.left > 0n) return found
  }
  return null
}
