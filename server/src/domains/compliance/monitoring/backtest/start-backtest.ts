/** Start and cancellation of backtests: one at a time for each rule, recorded in the audit trail. */
import { BACKTEST_DAYS, type TriedVersion } from '@tunjo/contract/alert-backtests'
import { wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { inForce } from '../../../../platform/versions/effective.ts'
import type { CatalogueContext } from '../context.ts'
import type { RuleName } from '../numbers.ts'
import { daysAgo } from '../times.ts'
import { checkNumbers } from '../versions/rules.ts'
import { versionsOf } from '../versions/store.ts'
import { firstVersion } from '../versions/version.ts'
import { BACKTEST_JOB, ruleOf } from './backtest-job.ts'
import { minutesPerAlert } from './cost.ts'
import { insertBacktest, lockRunning, markCancelled } from './store.ts'

/** @throws Refused `monitoring.backtest_running` */
export async function startBacktest(
  { db, clock, audit, jobs }: CatalogueContext,
  rule: RuleName,
  { mode, numbers }: TriedVersion,
  actor: PersonActor,
): Promise<string> {
  refuseIf(checkNumbers(wordsOfRule(rule), numbers))
  const [id, now] = [newId(), clock.now()]
  const present = inForce(await versionsOf(db, rule), now) ?? firstVersion(rule)
  const { minutes, isMeasured } = await minutesPerAlert(db, ruleOf(rule), now)
  const from = startOfBogotaDay(bogotaDay(daysAgo(now, BACKTEST_DAYS - 1)))
  await inTransaction(db, async (tx) => {
    const isStarted = await insertBacktest(tx, {
      id,
      rule,
      mode,
      numbers,
      presentVersion: present.version,
      presentMode: present.mode,
      presentNumbers: present.numbers,
      from,
      until: now,
      minutesPerAlert: minutes,
      isMeasured,
      startedBy: actor.accountId,
      startedAt: now,
    })
    if (!isStarted) refuse('monitoring.backtest_running')
    await jobs.enqueue(tx, { name: BACKTEST_JOB, key: id, payload: { id } })
    const after = { backtestId: id, mode, numbers, presentVersion: present.version }
    await audit.record(tx, { actor, action: 'monitoring.backtest_started', object: { type: 'alert_rule', id: rule }, after })
  })
  return id
}

/** A finished backtest stays unchanged. */
export async function cancelBacktest({ db, clock, audit }: CatalogueContext, id: string, actor: PersonActor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const running = await lockRunning(tx, id)
    if (!running) return audit.unchanged()
    await markCancelled(tx, id, { at: clock.now(), by: actor.accountId })
    const { rule, people } = running
    const object = { type: 'alert_rule', id: rule }
    await audit.record(tx, { actor, action: 'monitoring.backtest_cancelled', object, after: { backtestId: id, people } })
  })
}
