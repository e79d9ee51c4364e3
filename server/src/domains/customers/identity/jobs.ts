/** Housekeeping of identity: deletes expired tokens, links and challenges. */
import type { Platform } from '../../../platform/module.ts'
import { deleteDeadActivations } from './core/activation-store.ts'
import { deleteDeadLoginChallenges } from './core/factors/login-challenge-store.ts'
import { deleteDeadChallenges } from './core/factors/passkey-store.ts'
import { deleteDeadLinks } from './core/links.ts'
import { deleteDeadRefreshTokens } from './core/sessions/session-store.ts'
import { deleteDeadStepUps } from './step-up/step-up-store.ts'

export function scheduleIdentityJobs({ jobs, db, clock }: Platform): void {
  jobs.schedule({
    name: 'identity.forget_dead_tokens',
    everyMs: 60 * 60_000,
    async run() {
      const now = clock.now()
      await deleteDeadActivations(db, now)
      await deleteDeadLinks(db, now)
      await deleteDeadRefreshTokens(db, now)
      await deleteDeadStepUps(db, now)
      await deleteDeadLoginChallenges(db, now)
      await deleteDeadChallenges(db, now)
    },
  })
}
