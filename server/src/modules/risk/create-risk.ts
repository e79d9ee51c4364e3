/** Composition of risk: the calls of officers, the approval kinds, and what follows from a declaration. */
import { inTransaction } from '../../platform/database.ts'
import type { Platform } from '../../platform/module.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { flagByRule, raiseLevelByRule } from './change-standing.ts'
import type { RiskContext, RiskDependencies } from './context.ts'
import { registerRiskApprovals } from './risk-approval.ts'
import { riskRoutes } from './routes.ts'
import { mayTransact } from './rules.ts'
import { standingOf } from './standing-store.ts'
import type { Risk } from './types.ts'

const DECLARED_PEP = 'PEP v1: la persona se declara PEP o cercana a una en el nivel 1.'

export function createRisk(platform: Pick<Platform, 'db' | 'clock' | 'audit' | 'outbox'>, dependencies: RiskDependencies): Risk {
  const { db, clock, audit, outbox } = platform
  const context: RiskContext = { db, clock, audit, outbox, ...dependencies, rateLimit: createRateLimit(platform) }
  registerRiskApprovals(context)
  outbox.on('kyc.form_sent', 'risk', async ({ accountId, form }) => {
    if (form !== 'natural-1') return
    const { declared } = await context.kyc.reviewFacts(accountId)
    if (declared['natural-1']?.peps) await inTransaction(db, (tx) => flagByRule(context, tx, { accountId, reason: DECLARED_PEP }, 'pep'))
  })
  return {
    name: 'risk',
    routes: riskRoutes(context),
    standing: standingOf,
    mayTransact: async (connection, accountId) => mayTransact(await standingOf(connection, accountId)),
    flagList: (tx, flag) => flagByRule(context, tx, flag, 'list'),
    flagPep: (tx, flag) => flagByRule(context, tx, flag, 'pep'),
    raiseLevel: (tx, flag) => raiseLevelByRule(context, tx, flag),
  }
}
