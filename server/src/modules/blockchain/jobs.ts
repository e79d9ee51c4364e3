/** Jobs of blockchain: sign what was decided, follow what was sent. */
import type { Platform } from '../../platform/module.ts'
import type { ChainContext } from './context.ts'
import type { FollowWallet } from './follow-wallet.ts'
import { createSigner, localKeys } from './signer.ts'
import { SIGN_JOB } from './submit.ts'

const FOLLOW_EVERY_MS = 500

export function registerJobs(context: ChainContext, follow: FollowWallet, roles: Platform['settings']['roles']): void {
  const { jobs, settings } = context
  // The mnemonic is opened only where the signer runs: a process for the web never holds a key (R13).
  if (roles.has('signer')) {
    const signer = createSigner(context, localKeys(settings.mnemonicFile))
    jobs.handle({
      name: SIGN_JOB,
      role: 'signer',
      lane: 'chain',
      // An operation that nobody signs would keep a customer's money held, and every later one of its wallet waiting.
      maxAttempts: Number.POSITIVE_INFINITY,
      async run(payload) {
        const { operationId } = payload as { operationId: string }
        if ((await signer.sign(operationId)) === 'stored') await Promise.all([follow('hot'), follow('treasury')])
        return undefined
      },
    })
  }
  jobs.schedule({
    name: 'blockchain.follow',
    everyMs: FOLLOW_EVERY_MS,
    async run() {
      await Promise.all([follow('hot'), follow('treasury')])
    },
  })
}
