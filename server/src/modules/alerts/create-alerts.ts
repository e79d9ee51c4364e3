/** Composition of alerts: the calls of officers, and where rules raise and close alerts. */
import type { Transaction } from '../../platform/database.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import type { AlertsDependencies } from './context.ts'
import { type AlertKey, episodesDuring, openAlertFacts, openEpisodes, openEpisodesOf } from './episode-store.ts'
import { type By, type Cause, close, type Finding, isOpen, lastFoundAt, openedAt, type Raised, raise, raiseTogether } from './episodes.ts'
import { alertRoutes, evidenceRoutes } from './routes.ts'
import { scheduleSnoozes } from './snooze.ts'

export interface Alerts extends MountedModule {
  /** Opens the alert; while it is open, what was found is added to it. Answers whether it was opened now. */
  raise(tx: Transaction, key: AlertKey, cause: Cause): Promise<Raised>
  /** The same of many alerts of any number of people, in the order of what was found. */
  raiseTogether(tx: Transaction, by: By, findings: readonly Finding[]): Promise<Raised[]>
  /** False when it is not open. */
  close(tx: Transaction, key: AlertKey, cause: Cause): Promise<boolean>
  readonly isOpen: typeof isOpen
  readonly openedAt: typeof openedAt
  readonly lastFoundAt: typeof lastFoundAt
  /** Of one person. */
  readonly open: typeof openEpisodes
  readonly openFacts: typeof openAlertFacts
  /** Of any number of people, those of one after the other. */
  readonly openOf: typeof openEpisodesOf
  /** Of one person, those that were open in a period, with what was found. */
  readonly during: typeof episodesDuring
}

export function createAlerts(
  platform: Pick<Platform, 'db' | 'clock' | 'audit' | 'outbox' | 'jobs'>,
  dependencies: AlertsDependencies,
): Alerts {
  const context = { ...platform, ...dependencies, rateLimit: createRateLimit(platform) }
  const { outbox } = platform
  scheduleSnoozes(context, platform.jobs)
  return {
    name: 'alerts',
    routes: [...alertRoutes(context), ...evidenceRoutes(context)],
    raise: (tx, key, cause) => raise(context, tx, key, cause),
    raiseTogether: (tx, by, findings) => raiseTogether(context, tx, by, findings),
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
