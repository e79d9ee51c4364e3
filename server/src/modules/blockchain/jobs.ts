/** Jobs of blockchain: follow what was sent. */
import type { ChainContext } from './context.ts'
import type { FollowWallet } from './follow-wallet.ts'

const FOLLOW_EVERY_MS = 500

export function scheduleFollowing({ jobs }: ChainContext, follow: FollowWallet): void {
  jobs.schedule({
    name: 'blockchain.follow',
    everyMs: FOLLOW_EVERY_MS,
    async run() {
      await Promise.all([follow('hot'), follow('treasury')])
    },
  })
}
