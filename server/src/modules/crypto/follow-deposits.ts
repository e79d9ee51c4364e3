/** One pass of the scanner: reads what is new, then credits what is deep enough, then takes back what the chain lost for good. */
import type { CryptoContext } from './context.ts'
import { creditDeposit } from './deposits/credit-deposit.ts'
import { type DepositRow, dueDeposits, overdueDisputes, putOff } from './deposits/deposit-store.ts'
import { reverseDeposit } from './deposits/reverse-deposit.ts'
import { tryAgainAt } from './deposits/rules.ts'
import { lastBlock } from './scan/block-store.ts'
import { scanBlock } from './scan/scan-block.ts'

/** Steps of one pass; the next one goes on. */
const STEPS_MAX = 500
const CREDITS_MAX = 100
/** A transaction that a reorganisation threw out usually comes again within minutes. */
const DISPUTED_FOR_MS = 10 * 60_000
/** What fails is put off, so that it holds up nothing behind it. */
const AGAIN_AFTER_FAILURE_MS = 60_000

export async function followDeposits(context: CryptoContext): Promise<void> {
  const { db, clock, settings } = context
  for (let step = 0; step < STEPS_MAX; step++) if ((await scanBlock(context)) === 'at_head') break
  const last = await lastBlock(db)
  if (!last) return
  const deepEnough = last.number - BigInt(settings.confirmationsNeeded) + 1n
  for (const deposit of await dueDeposits(db, deepEnough, clock.now(), CREDITS_MAX))
    await creditDeposit(context, deposit).catch((error) => failed(context, deposit, error))
  const now = clock.now()
  const before = new Date(now.getTime() - DISPUTED_FOR_MS)
  for (const deposit of await overdueDisputes(db, { before, now }, CREDITS_MAX))
    await reverseDeposit(context, deposit).catch((error) => failed(context, deposit, error))
}

async function failed({ db, clock, log }: CryptoContext, { id: depositId }: DepositRow, error: unknown): Promise<void> {
  log.error({ err: error, depositId }, 'a deposit was not credited, or not taken back')
  await putOff(db, depositId, tryAgainAt(clock.now(), AGAIN_AFTER_FAILURE_MS))
}
