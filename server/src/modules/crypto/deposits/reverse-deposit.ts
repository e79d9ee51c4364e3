/**
 * A credit that the chain took back: when the deposit did not come again, a compensating posting (R5). Who has spent it meanwhile keeps a
 * deposit in dispute, which is tried again and told each time. The month stays counted, since the same deposit may come again.
 */
import { inTransaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { idOf } from '../../../platform/ids.ts'
import { Refused } from '../../../platform/refusal.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import type { CryptoContext } from '../context.ts'
import { type DepositRow, lockDeposit, putOff } from './deposit-store.ts'
import { moveDeposit } from './move-deposit.ts'
import { creditIdOf } from './postings.ts'
import { tryAgainAt } from './rules.ts'

export async function reverseDeposit(context: CryptoContext, { id }: DepositRow): Promise<void> {
  const { db, clock, ledger, log } = context
  try {
    await inTransaction(db, async (tx) => {
      const deposit = await lockDeposit(tx, id)
      if (deposit?.state !== 'DISPUTED') return
      const at = clock.now()
      await moveDeposit(context, tx, deposit, { to: 'REVERSED', at, actor: SYSTEM, set: { updated_at: at } })
      const transferId = creditIdOf(id, deposit.credits - 1)
      await ledger.reverseWithin(tx, { id: idOf('crypto.reverse', transferId), transferId, code: 'crypto.deposit_reversed', ref: id })
      failpoint('crypto.reverse_posted')
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    log.error({ securityEvent: 'crypto_reorganised', depositId: id, code: error.refusal.code }, 'a deposit that the chain lost was spent')
    await putOff(db, id, tryAgainAt(clock.now()))
  }
}
