/** Composition of risk: the calls of officers, the approval kinds, the consumed events, and scheduled changes. */

import type { Events, EventType } from '../../../events.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import type { DeliveredEvent } from '../../../platform/events/outbox.ts'
import type { Platform } from '../../../platform/module.ts'
import { reassess } from './assessment/reassess.ts'
import { carryLevel, flagByRule } from './change-risk-profile.ts'
import type { RiskContext, RiskDependencies } from './context.ts'
import { countEffect } from './count-effect.ts'
import { expireLevels, scheduleExpiry } from './expire-levels.ts'
import { riskFigures } from './figures.ts'
import { registerRiskApprovals } from './risk-approval.ts'
import { riskProfileFact, riskProfileOf } from './risk-profile-store.ts'
import { scheduleRiskRun, startRiskRun } from './risk-run.ts'
import { COMMENT_WORDS } from './risk-words.ts'
import { riskRoutes } from './routes.ts'
import { mayTransact } from './rules.ts'
import type { Risk } from './types.ts'

type Parts = Pick<Platform, 'db' | 'clock' | 'audit' | 'outbox' | 'jobs' | 'log'>

export function createRisk(platform: Parts, dependencies: RiskDependencies): Risk {
  const { db, clock } = platform
  const context: RiskContext = { ...platform, ...dependencies }
  registerRiskApprovals(context)
  listen(context)
  scheduleExpiry(context)
  scheduleRiskRun(context)
  context.configuration.countsEffect('risk', countEffect)
  return {
    name: 'risk',
    routes: riskRoutes(context),
    figures: riskFigures({ db, clock }),
    profile: (connection, accountId) => riskProfileOf(connection, accountId, clock.now()),
    mayTransact: async (connection, accountId) => mayTransact(await riskProfileOf(connection, accountId, clock.now())),
    inGroups: {
      mayTransact(key, now) {
        const { text, read } = riskProfileFact(key, now)
        return { text, read: (json) => mayTransact(read(json)) }
      },
    },
    flagList: (tx, flag) => flagByRule(context, tx, flag, 'list'),
    flagPep: (tx, flag) => flagByRule(context, tx, flag, 'pep'),
    carryLevel: (tx, carried) => carryLevel(context, tx, carried),
    reassess: async (tx, accountId) => void (await reassess(context, tx, [accountId])),
    reassessAll: () => startRiskRun(context),
    expireOfficerLevels: () => expireLevels(context, platform.log),
  }
}

/**
 * An event only names the customers to reassess, never what happened: a repeated, late or missing one only changes the time of the
 * reassessment.
 */
function listen(context: RiskContext): void {
  const { outbox, db } = context
  const receive = (events: readonly DeliveredEvent[]) => inTransaction(db, (tx) => assessAccounts(context, tx, events))
  const receiver =
    <T extends EventType>(type: T) =>
    (payload: Events[T]) =>
      receive([{ type, payload } as DeliveredEvent])
  // Events that may change floors or points; screening calls the reassessment itself, in the transaction of its finding.
  outbox.on('alerts.opened', 'risk', receiver('alerts.opened'))
  outbox.on('alerts.found_again', 'risk', receiver('alerts.found_again'))
  outbox.on('alerts.closed', 'risk', receiver('alerts.closed'))
  outbox.on('kyc.form_sent', 'risk', receiver('kyc.form_sent'))
  outbox.on('kyc.documents_reviewed', 'risk', receiver('kyc.documents_reviewed'))
  outbox.on('kyc.level_changed', 'risk', receiver('kyc.level_changed'))
  outbox.on('kyc.survey_answered', 'risk', receiver('kyc.survey_answered'))
  outbox.on('kyc.representatives_written', 'risk', receiver('kyc.representatives_written'))
  outbox.on('payments.deposit_credited', 'risk', receiver('payments.deposit_credited'))
  outbox.on('payments.withdrawal_requested', 'risk', receiver('payments.withdrawal_requested'))
  outbox.on('payments.withdrawal_returned', 'risk', receiver('payments.withdrawal_returned'))
  outbox.on('crypto.deposit_credited', 'risk', receiver('crypto.deposit_credited'))
  outbox.on('crypto.withdrawal_requested', 'risk', receiver('crypto.withdrawal_requested'))
  outbox.on('crypto.withdrawal_returned', 'risk', receiver('crypto.withdrawal_returned'))
  outbox.on('crypto.address_changed', 'risk', receiver('crypto.address_changed'))
  outbox.on('trading.trade_updated', 'risk', receiver('trading.trade_updated'))
  outbox.together('risk', receive)
}

async function assessAccounts(context: RiskContext, tx: Transaction, events: readonly DeliveredEvent[]): Promise<void> {
  for (const { type, payload } of events) {
    if (type === 'kyc.form_sent' && payload.form === 'natural-1') await flagDeclared(context, tx, payload.accountId)
    if (type === 'kyc.representatives_written') await flagRepresentatives(context, tx, payload.accountId)
  }
  const people = events.flatMap(({ payload }) => ('accountId' in payload && payload.accountId !== null ? [payload.accountId] : []))
  await reassess(context, tx, [...new Set(people)].sort())
}

/** A politically exposed person among the representatives or owners of a company makes the company one (Decreto 830 of 2021). */
async function flagRepresentatives(context: RiskContext, tx: Transaction, accountId: string): Promise<void> {
  const { representatives } = await context.kyc.reviewFacts(accountId, tx)
  if (representatives.some(({ isPep }) => isPep))
    await flagByRule(context, tx, { accountId, reason: COMMENT_WORDS.representativePep, evidence: [] }, 'pep')
}

async function flagDeclared(context: RiskContext, tx: Transaction, accountId: string): Promise<void> {
  const { declared, items } = await context.kyc.reviewFacts(accountId, tx)
  if (!declared['natural-1']?.peps) return
  const own = items.findLast(({ form, kind }) => form === 'natural-1' && kind === 'fields')
  const evidence = own ? [{ type: 'kyc_item', id: own.id } as const] : []
  await flagByRule(context, tx, { accountId, reason: COMMENT_WORDS.declaredPep, evidence }, 'pep')
}
