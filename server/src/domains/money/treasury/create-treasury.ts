/** Composition of the treasury: its approval, its schedule, its calls and metrics. */

import type { Platform } from '../../../platform/module.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { arrivedIn, bookArrivals } from './book-arrivals.ts'
import { readTreasurySettings } from './config.ts'
import type { TreasuryContext, TreasuryDependencies } from './context.ts'
import { followSweep } from './follow-sweep.ts'
import { MOVEMENT_APPROVAL, movementApproval } from './movement-approval.ts'
import { treasuryRoutes } from './routes.ts'
import { sendSweeps } from './send-sweeps.ts'
import { stoppedMovements } from './stopped.ts'
import { openSweeps, placeNow } from './store.ts'
import { treasuryMetrics } from './treasury-metrics.ts'
import type { Treasury } from './types.ts'
import { watchTargets } from './watch-targets.ts'

const FOLLOW_EVERY_MS = 2_000
const WATCH_EVERY_MS = 60_000

export type TreasuryPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'audit' | 'env' | 'secrets'>

export function createTreasury(platform: TreasuryPlatform, dependencies: TreasuryDependencies): Treasury {
  const { db, clock, log, jobs, outbox, audit, env, secrets } = platform
  const settings = readTreasurySettings(env)
  const context: TreasuryContext = { ...dependencies, db, clock, log, outbox, audit, settings, seals: evidenceSeals(secrets) }
  jobs.schedule({ name: 'treasury.send_sweeps', everyMs: FOLLOW_EVERY_MS, run: () => sendSweeps(context) })
  jobs.schedule({ name: 'treasury.book_arrivals', everyMs: FOLLOW_EVERY_MS, run: () => bookArrivals(context) })
  jobs.schedule({ name: 'treasury.watch', everyMs: WATCH_EVERY_MS, run: () => watchTargets(context) })
  outbox.on('blockchain.operation_updated', 'treasury', (event) => followSweep(context, event))
  context.approvals.register(MOVEMENT_APPROVAL, movementApproval(context))
  return {
    name: 'treasury',
    openSweeps: (connection = db) => openSweeps(connection),
    arrivalsBookedUntil: placeNow,
    arrivedIn: (fromBlock, toBlock) => arrivedIn(context, fromBlock, toBlock),
    async follow() {
      await sendSweeps(context)
      await bookArrivals(context)
    },
    watch: () => watchTargets(context),
    figures: treasuryMetrics(context),
    stopped: [stoppedMovements(context)],
    routes: treasuryRoutes(context),
  }
}
