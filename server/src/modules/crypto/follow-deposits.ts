/** One pass of the scanner: reads what is new, then credits what is deep enough, then takes back what the chain lost for good. */
import type { CryptoContext } from './context.ts'
import { creditDeposit } from './deposits/credit-deposit.ts'
import { dueDeposits, overdueDisputes } from './deposits/deposit-store.ts'
import { reverseDeposit } from './deposits/reverse-deposit.ts'
import { lastBlock } from './scan/block-store.ts'
import { scanBlock } from './scan/scan-block.ts'

/** Steps of one pass; the next one goes on. */
const STEPS_MAX = 500
const CREDITS_MAX = 100
/** A transaction that a reorganisation threw out usually comes again within minutes. */
const DISPUTED_FOR_MS = 10 * 60_000

export async function followDeposits(context: CryptoContext): Promise<void> {
  const { db, clock, log, settings } = context
  for (let step = 0; step < STEPS_MAX; step++) if ((await scanBlock(context)) === 'at_head') break
  const last = await lastBlock(db)
  if (!last) return
  const deepEnough = last.number - BigInt(settings.confirmationsNeeded) + 1n
  for (const deposit of await dueDeposits(db, deepEnough, clock.now(), CREDITS_MAX))
    await creditDeposit(context, deposit).catch((error) => log.error({ err: error, depositId: deposit.id }, 'a deposit was not credited'))
  const before = new Date(clock.now().getTime() - DISPUTED_FOR_MS)
  for (const deposit of await overdueDisputes(db, before, CREDITS_MAX)) await reverseDeposit(context, deposit)
}
