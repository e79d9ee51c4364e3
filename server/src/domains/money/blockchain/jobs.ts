/** Jobs of blockchain: follow sent transactions. */
import type { ChainContext } from './context.ts'
import { createEndReview } from './outcome.ts'
import { recheckFinal } from './reorganisation.ts'
import type { FollowWallet } from './wallet-follower.ts'

const FOLLOW_EVERY_MS = 1_000
const RECHECK_EVERY_MS = 5_000

export function scheduleFollowing(context: ChainContext, follow: FollowWallet): void {
  const { jobs } = context
  jobs.schedule({ name: 'blockchain.recheck', everyMs: RECHECK_EVERY_MS, run: () => recheckFinal(context) })
  jobs.schedule({ name: 'blockchain.review_ends', everyMs: RECHECK_EVERY_MS, run: createEndReview(context) })
  jobs.schedule({
    name: 'blockchain.follow',
    everyMs: FOLLOW_EVERY_MS,
    async run() {
      await Promise.all([follow('hot'), follow('treasury')])
    },
  })
}
