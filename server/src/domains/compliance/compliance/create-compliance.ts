/** Composition of compliance: the calls of officers over documents and levels. */
import { compliance as contract } from '@tunjo/contract/compliance'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import { implement } from '../../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../../platform/module.ts'
import { tidyText } from '../../../platform/phrases/visible-text.ts'
import { checkTippingOff } from '../../../platform/security/tipping-off.ts'
import type { Rejected, Reviewed, ReviewRejection } from '../../customers/kyc/index.ts'
import type { ComplianceContext, ComplianceDependencies } from './context.ts'
import { documentsOf, linkFor } from './documents.ts'
import { DILIGENCE_APPROVAL, diligenceApproval } from './due-diligence/diligence-approval.ts'
import { dueDiligenceRoutes } from './due-diligence/routes.ts'
import { carryFlags } from './earlier-accounts.ts'
import { eraseNames } from './files/file-store.ts'
import { fileRoutes } from './files/routes.ts'
import { LEVEL_APPROVAL, levelApproval } from './level-approval.ts'
import { noteRoutes } from './notes/routes.ts'
import { sealNotes } from './notes/seal-notes.ts'
import { peopleRoutes } from './people/routes.ts'
import { newsRoutes, personRoutes } from './person/routes.ts'
import { taxRoutes } from './person/tax-routes.ts'
import { done } from './rejections.ts'
import { requestDueRenewals } from './renewal/request-due-renewals.ts'
import { renewalRoutes } from './renewal/routes.ts'
import { checkAccepted } from './representatives/check-representatives.ts'
import { representativeRoutes } from './representatives/routes.ts'
import { endAssignment } from './review/assignment-store.ts'
import { type DecisionRow, insertDecision } from './review/decision-store.ts'
import { checkLease } from './review/lease.ts'
import { proofRoutes } from './review/proof-routes.ts'
import { reviewRoutes } from './review/routes.ts'
import { checkLevelReason } from './rules.ts'
import { complianceStepUp } from './step-up.ts'
import { viewRoutes } from './views/routes.ts'
import { assignWork } from './work/assign-work.ts'
import { endWork } from './work/end-work.ts'
import { workRoutes } from './work/routes.ts'

const WORK_EVERY_MS = 300_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export function createCompliance(
  { db, clock, files, audit, secrets, jobs, log }: Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'secrets' | 'jobs' | 'log'>,
  dependencies: ComplianceDependencies,
): MountedModule {
  const context: ComplianceContext = { db, clock, files, audit, secrets, log, ...dependencies }
  const { kyc, identity, approvals } = dependencies
  scheduleJobs(context, jobs)
  files.namesAreCopiedBy(eraseNames)
  registerApprovals(context)
  const decide = decisions(context)

  const routes = implement(
    contract,
    {
      async userDocuments({ caller, query, http }) {
        if (!isUuid(query.userId) || !(await identity.person(query.userId))) refuse('request.not_found')
        const items = await kyc.listReviewItems(query.userId)
        const object = { type: 'account', id: query.userId.toLowerCase() }
        await inTransaction(db, (tx) => audit.record(tx, { actor: personActor(caller, http), action: 'kyc.documents_viewed', object }))
        return documentsOf(items, await context.checks.reportFile(db, query.userId), linkFor(files, caller))
      },
      async acceptDocuments({ caller, body, http }) {
        const [itemIds, at, officerId] = [[...new Set(body.idUserDocument)], clock.now(), caller.accountId]
        await decide({ officerId, outcome: 'accepted', itemIds, reasonCodes: [], note: '', at }, (tx) =>
          kyc.accept(tx, { itemIds, actor: personActor(caller, http), at }),
        )
        return { accepted: itemIds.length }
      },
      async declineDocuments({ caller, body, http }) {
        // The customer reads this text.
        refuseIf(checkTippingOff(body.description))
        const [itemIds, at, officerId] = [[...new Set(body.idUserDocument)], clock.now(), caller.accountId]
        const reasonCodes = [...new Set(body.reasonCodes)]
        await decide({ officerId, outcome: 'declined', itemIds, reasonCodes, note: body.note, at }, (tx) =>
          kyc.decline(tx, { itemIds, actor: personActor(caller, http), at, description: tidyText(body.description) }),
        )
        return { declined: itemIds.length }
      },
      async changeLevel({ caller, operation, body: { newKYCLevel: newLevel, userId, reason, withoutCheck = false } }) {
        refuseIf(checkLevelReason(reason))
        // Ids are case-insensitive in the database, so an own id in capitals must be recognised.
        const params = { accountId: userId.toLowerCase(), newLevel, withoutCheck }
        if (params.accountId === caller.accountId) refuse('compliance.own_account')
        if (!isUuid(params.accountId)) refuse('request.not_found')
        await inTransaction(db, (tx) => checkLease(tx, identity, { ...params, officerId: caller.accountId, now: clock.now() }))
        return approvals.perform(LEVEL_APPROVAL, { params, caller, operation, reason: tidyText(reason) })
      },
    },
    complianceStepUp(identity),
  )
  return { name: 'compliance', routes: [...routes, ...otherRoutes(context)] }
}

function registerApprovals(context: ComplianceContext): void {
  context.approvals.register(LEVEL_APPROVAL, levelApproval(context))
  context.approvals.register(DILIGENCE_APPROVAL, diligenceApproval(context))
}

function scheduleJobs(context: ComplianceContext, jobs: Platform['jobs']): void {
  jobs.schedule({ name: 'compliance.seal_notes', everyMs: DAY_MS, run: () => sealNotes(context) })
  jobs.schedule({ name: 'compliance.end_work', everyMs: WORK_EVERY_MS, run: () => endWork(context) })
  jobs.schedule({ name: 'compliance.assign_work', everyMs: WORK_EVERY_MS, run: () => assignWork(context) })
  jobs.schedule({ name: 'compliance.request_renewals', everyMs: HOUR_MS, run: () => requestDueRenewals(context) })
}

/** Routes of the subfolders. */
const otherRoutes = (context: ComplianceContext) => [
  ...peopleRoutes(context),
  ...personRoutes(context),
  ...newsRoutes(context),
  ...fileRoutes(context),
  ...noteRoutes(context),
  ...dueDiligenceRoutes(context),
  ...reviewRoutes(context),
  ...proofRoutes(context),
  ...renewalRoutes(context),
  ...representativeRoutes(context),
  ...taxRoutes(context),
  ...viewRoutes(context),
  ...workRoutes(context),
]

/** The owner is known only after the items were found; a decision about oneself, or under another officer's lease, is rolled back. */
const decisions =
  (context: ComplianceContext) =>
  (decision: Omit<DecisionRow, 'accountId'>, work: (tx: Transaction) => Promise<Reviewed | Rejected<ReviewRejection>>) =>
    inTransaction(context.db, async (tx) => {
      const { identity } = context
      const { officerId, at: now } = decision
      const { accountId, forms, earlierAccounts } = done(await work(tx))
      if (accountId === officerId) refuse('compliance.own_account')
      await checkLease(tx, identity, { accountId, officerId, now })
      await insertDecision(tx, { ...decision, accountId })
      await carryFlags(context, tx, accountId, earlierAccounts)
      if (decision.outcome !== 'accepted') return
      await checkAccepted(context, tx, { accountId, isOfCompanyForm: forms.includes('legal-1') })
      await endAssignment(tx, accountId)
    })
