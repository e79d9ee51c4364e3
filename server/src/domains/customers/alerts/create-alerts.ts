/** Composition of alerts: the calls of officers, and the interface by which rules raise and close alerts. */
import type { Transaction } from '../../../platform/database/database.ts'
import type { MountedModule, Platform } from '../../../platform/module.ts'
import type { AlertsDependencies } from './context.ts'
import { type AlertKey, episodesDuring, openAlertFacts, openEpisodes, openEpisodesOf } from './episode-store.ts'
import { type By, type Cause, close, type Finding, isOpen, lastFoundAt, openedAt, type Raised, raise, raiseBatch } from './episodes.ts'
import { alertRoutes, evidenceRoutes } from './routes.ts'
import { scheduleSnoozes } from './snooze.ts'

export interface Alerts extends MountedModule {
  /** Opens the alert; while it is open, the finding is added to it. Returns whether it was opened now. */
  raise(tx: Transaction, key: AlertKey, cause: Cause): Promise<Raised>
  /** The same for many alerts of any number of customers, in the order of the findings. */
  raiseBatch(tx: Transaction, by: By, findings: readonly Finding[]): Promise<Raised[]>
  /** False when it is not open. */
  close(tx: Transaction, key: AlertKey, cause: Cause): Promise<boolean>
  readonly isOpen: typeof isOpen
  readonly openedAt: typeof openedAt
  readonly lastFoundAt: typeof lastFoundAt
  /** Open episodes of one customer. */
  readonly open: typeof openEpisodes
  readonly openFacts: typeof openAlertFacts
  /** Open episodes of any number of customers, grouped by customer. */
  readonly openOf: typeof openEpisodesOf
  /** Episodes of one customer that were open in a period, with their findings. */
  readonly during: typeof episodesDuring
}

export function createAlerts(
  platform: Pick<Platform, 'db' | 'clock' | 'audit' | 'outbox' | 'jobs'>,
  dependencies: AlertsDependencies,
): Alerts {
  const context = { ...platform, ...dependencies }
  const { outbox } = platform
  scheduleSnoozes(context, platform.jobs)
  return {
    name: 'alerts',
    routes: [...alertRoutes(context), ...evidenceRoutes(context)],
    raise: (tx, key, cause) => raise(context, tx, key, cause),
    raiseBatch: (tx, by, findings) => raiseBatch(context, tx, by, findings),
    close: (tx, key, cause) => close(outbox, tx, key, cause),
    isOpen,
    openedAt,
    lastFoundAt,
    open: openEpisodes,
    openFacts: openAlertFacts,
    openOf: openEpisodesOf,
    during: episodesDuring,
  }
}
