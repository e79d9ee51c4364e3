import type { Platform } from '../../platform/module.ts'
import { deleteDeadActivations } from './account-store.ts'
import { deleteDeadRefreshTokens } from './session-store.ts'

export function scheduleIdentityJobs({ jobs, db, clock }: Platform): void {
  jobs.schedule({
    name: 'identity.forget_dead_tokens',
    everyMs: 60 * 60_000,
    async run() {
      const now = clock.now()
      await deleteDeadActivations(db, now)
      await deleteDeadRefreshTokens(db, now)
    },
  })
}
