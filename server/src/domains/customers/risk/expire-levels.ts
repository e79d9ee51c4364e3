/** Expiry of an officer's level: the risk falls back to floors and points, and officers are notified. */

import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { assessmentsNow, riskProfileBy } from './assessment/reassess.ts'
import type { RiskContext } from './context.ts'
import { lapsedNow } from './diligence.ts'
import { expiredLevels, lockRiskProfile } from './risk-profile-store.ts'
import { STORED_WORDS } from './risk-words.ts'
import { applied } from './rules.ts'
import { storeRiskProfile } from './store-risk-profile.ts'

const LOOK_EVERY_MS = 60_000
const AT_ONCE = 500

export function scheduleExpiry(context: RiskContext): void {
  context.jobs.schedule({ name: 'risk.levels', everyMs: LOOK_EVERY_MS, run: ({ log }) => expireLevels(context, log) })
}

/** A failure for one does not block the others. @throws when there was one, after the others */
export async function expireLevels(context: RiskContext, log: Pick<Log, 'error'>): Promise<void> {
  const { db, clock } = context
  const errors: unknown[] = []
  for (const accountId of await expiredLevels(db, clock.now(), AT_ONCE)) {
    try {
      await inTransaction(db, (tx) => expireLevel(context, tx, accountId))
    } catch (error) {
      errors.push(error)
      log.error({ err: error, accountId }, 'a risk level that came to its end could not be ended')
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'risk levels that came to their end could not be ended')
}

async function expireLevel(context: RiskContext, tx: Transaction, accountId: string): Promise<void> {
  const now = context.clock.now()
  const row = await lockRiskProfile(tx, accountId, now)
  const { level, levelUntil } = row
  // An officer set another one meanwhile.
  if (level === null || levelUntil === null || levelUntil > now) return
  const [assessment] = await assessmentsNow(context, tx, [row])
  if (!assessment) return
  // Compared with the effective risk until its last moment: the row alone counts as expired already.
  const before = { ...row, levelUntil: new Date(now.getTime() + 1) }
  const ended = riskProfileBy(applied(row, { action: 'level', level: null }), assessment)
  const after = await lapsedNow(context, tx, before, ended, assessment)
  await storeRiskProfile(
    context,
    tx,
    { before, after, assessment, at: now },
    {
      action: 'expired',
      audited: 'risk.level_expired',
      actor: { kind: 'system', name: 'risk' },
      officerId: null,
      second: null,
      reason: STORED_WORDS.expired,
      said: { before: level, after: 'none' },
      until: levelUntil,
    },
  )
}
