/** Composition of compliance: the calls of officers over documents and levels. */
import { compliance as contract } from '@tunjo/contract/compliance'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import { implement } from '../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { checkReason } from '../../platform/officer-reason.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { checkToldToCustomer } from '../../platform/told-to-customer.ts'
import { tidyText } from '../../platform/visible-text.ts'
import type { Fault, Reviewed, ReviewFault } from '../kyc/index.ts'
import type { ComplianceContext, ComplianceDependencies } from './context.ts'
import { documentsOf, linkFor } from './documents.ts'
import { done } from './faults.ts'
import { forgetNames } from './files/file-store.ts'
import { fileRoutes } from './files/routes.ts'
import { LEVEL_APPROVAL, levelApproval } from './level-approval.ts'
import { noteRoutes } from './notes/routes.ts'
import { sealNotes } from './notes/seal-notes.ts'
import { peopleRoutes } from './people/routes.ts'
import { personRoutes, takeReadAllowance } from './person/routes.ts'
import { endAssignment } from './review/assignment-store.ts'
import { type DecisionRow, insertDecision } from './review/decision-store.ts'
import { checkLease } from './review/lease.ts'
import { proofRoutes } from './review/proof-routes.ts'
import { reviewRoutes } from './review/routes.ts'
import { checkLevelReason } from './rules.ts'
import { complianceStepUp } from './step-up.ts'
import { viewRoutes } from './views/routes.ts'

const DAY_MS = 86_400_000

export function createCompliance(
  { db, clock, files, audit, secrets, jobs }: Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'secrets' | 'jobs'>,
  dependencies: ComplianceDependencies,
): MountedModule {
  const context: ComplianceContext = { db, clock, files, audit, secrets, rateLimit: createRateLimit({ db, clock }), ...dependencies }
  const { kyc, identity, approvals } = dependencies
  jobs.schedule({ name: 'compliance.seal_notes', everyMs: DAY_MS, run: () => sealNotes(context) })
  files.namesAreCopiedBy(forgetNames)
  approvals.register(LEVEL_APPROVAL, levelApproval({ kyc }))
  const decide = decisions(context)

  const routes = implement(
    contract,
    {
      async userDocuments({ caller, query, http }) {
        await takeReadAllowance(context, caller)
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
        refuseIf(checkReason(body.description))
        // The person reads it.
        refuseIf(checkToldToCustomer(body.description))
        const [itemIds, at, officerId] = [[...new Set(body.idUserDocument)], clock.now(), caller.accountId]
        const reasonCodes = [...new Set(body.reasonCodes)]
        await decide({ officerId, outcome: 'declined', itemIds, reasonCodes, note: body.note, at }, (tx) =>
          kyc.decline(tx, { itemIds, actor: personActor(caller, http), at, description: tidyText(body.description) }),
        )
        return { declined: itemIds.length }
      },
      async changeLevel({ caller, body: { newKYCLevel: newLevel, userId, reason } }) {
        refuseIf(checkLevelReason(reason))
        // The database knows no case in ids: whoever spells their own in capitals is still themselves.
        const accountId = userId.toLowerCase()
        if (accountId === caller.accountId) refuse('compliance.own_account')
        if (!isUuid(accountId)) refuse('request.not_found')
        await inTransaction(db, (tx) => checkLease(tx, identity, { accountId, officerId: caller.accountId, now: clock.now() }))
        return approvals.perform(LEVEL_APPROVAL, { params: { accountId, newLevel }, caller, reason: tidyText(reason) })
      },
    },
    complianceStepUp(identity),
  )
  return { name: 'compliance', routes: [...routes, ...otherRoutes(context)] }
}

/** Of the folders beside this file. */
const otherRoutes = (context: ComplianceContext) => [
  ...peopleRoutes(context),
  ...personRoutes(context),
  ...fileRoutes(context),
  ...noteRoutes(context),
  ...reviewRoutes(context),
  ...proofRoutes(context),
  ...viewRoutes(context),
]

/** The owner is known once the items were found; whoever reviewed themselves, or under another's lease, is rolled back. */
const decisions =
  ({ db, identity }: ComplianceContext) =>
  (decision: Omit<DecisionRow, 'accountId'>, work: (tx: Transaction) => Promise<Reviewed | Fault<ReviewFault>>) =>
    inTransaction(db, async (tx) => {
      const { officerId, at: now } = decision
      const { accountId } = done(await work(tx))
      if (accountId === officerId) refuse('compliance.own_account')
      await checkLease(tx, identity, { accountId, officerId, now })
      await insertDecision(tx, { ...decision, accountId })
      if (decision.outcome === 'accepted') await endAssignment(tx, accountId)
    })
