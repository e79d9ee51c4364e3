/** One pass of the scanner: reads new blocks, credits deep enough deposits, then checks deposits that the chain lost. */
import { type BlockHead, unavailableReasonOf } from '../blockchain/index.ts'
import type { CryptoContext } from './context.ts'
import { creditDeposit } from './deposits/credit-deposit.ts'
import { type DepositRow, deferDeposit, dueDeposits, dueDisputes } from './deposits/deposit-store.ts'
import { followDispute } from './deposits/follow-dispute.ts'
import { tryAgainAt } from './deposits/rules.ts'
import { sumSmallDeposits } from './deposits/sum-small-deposits.ts'
import { lastBlock } from './scan/block-store.ts'
import { scanBlock } from './scan/scan-block.ts'

/** Maximum steps of one pass; the next one continues. */
const STEPS_MAX = 500
const CREDITS_MAX = 100
/** A failed deposit is deferred, so that it blocks nothing behind it. */
const AGAIN_AFTER_FAILURE_MS = 60_000

export async function followDeposits(context: CryptoContext): Promise<void> {
  const { db, clock, blockchain } = context
  await blockchain.checkNode()
  for (let step = 0; step < STEPS_MAX; step++) if ((await scanBlock(context)) === 'at_head') break
  const last = await lastBlock(db)
  if (!last) return
  const until = await creditableUntil(context, last)
  const credit = async () => {
    for (const deposit of await dueDeposits(db, until, clock.now(), CREDITS_MAX))
      await creditDeposit(context, deposit).catch((error) => failed(context, deposit, error))
  }
  await credit()
  if ((await marked(context)) > 0) await credit()
  for (const deposit of await dueDisputes(db, clock.now(), CREDITS_MAX))
    await followDispute(context, deposit).catch((error) => failed(context, deposit, error))
}

/** A failure here blocks no dispute. */
const marked = (context: CryptoContext): Promise<number> =>
  sumSmallDeposits(context).catch((error) => {
    context.log.error({ err: error }, 'small deposits were not added up')
    return 0
  })

/** As deep as a deposit has to be, also by the node's own newest block, since the row may be false; and final by the operator's setting (`CHAIN_FINALITY`). */
async function creditableUntil({ blockchain, settings }: CryptoContext, last: BlockHead): Promise<bigint> {
  const [newest, final] = await Promise.all([blockchain.blocks.headNumber(), blockchain.finalBlock()])
  const deepEnough = (last.number < newest ? last.number : newest) - BigInt(settings.confirmationsNeeded) + 1n
  return deepEnough < final ? deepEnough : final
}

async function failed({ db, clock, log }: CryptoContext, { id: depositId }: DepositRow, error: unknown): Promise<void> {
  // No fault of the deposit: the next pass continues once the node is trusted.
  if (unavailableReasonOf(error) !== null) throw error
  log.error({ err: error, depositId }, 'a deposit was not credited, or not taken back')
  await deferDeposit(db, depositId, tryAgainAt(clock.now(), AGAIN_AFTER_FAILURE_MS))
}
