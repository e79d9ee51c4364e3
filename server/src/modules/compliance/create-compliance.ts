import { compliance as contract } from '@tunjo/contract/compliance'
import { validate as isUuid } from 'uuid'
import type { Approvals } from '../../platform/approvals/index.ts'
import { personActor } from '../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import { implement } from '../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import type { Identity } from '../identity/index.ts'
import type { Kyc } from '../kyc/index.ts'
import { documentsOf, linkFor } from './documents.ts'
import { LEVEL_APPROVAL, levelApproval } from './level-approval.ts'
import { checkLevelReason, checkReason, tidyReason } from './rules.ts'
import { complianceStepUp } from './step-up.ts'

export interface ComplianceDependencies {
  readonly kyc: Pick<Kyc, 'listReviewItems' | 'accept' | 'decline' | 'levelFacts' | 'changeLevel'>
  readonly identity: Pick<Identity, 'person'>
  readonly approvals: Approvals
}

export function createCompliance(
  { db, clock, files, audit }: Pick<Platform, 'db' | 'clock' | 'files' | 'audit'>,
  { kyc, identity, approvals }: ComplianceDependencies,
): MountedModule {
  approvals.register(LEVEL_APPROVAL, levelApproval({ kyc }))
  /** The owner is known once the items were found; whoever reviewed themselves is rolled back. */
  const decide = (officerId: string, work: (tx: Transaction) => Promise<string>) =>
    inTransaction(db, async (tx) => {
      if ((await work(tx)) === officerId) refuse('compliance.own_account')
    })

  const routes = implement(
    contract,
    {
      async userDocuments({ caller, query, http }) {
        if (!isUuid(query.userId) || !(await identity.person(query.userId))) refuse('request.not_found')
        const items = await kyc.listReviewItems(query.userId)
        const object = { type: 'account', id: query.userId.toLowerCase() }
        await inTransaction(db, (tx) => audit.record(tx, { actor: personActor(caller, http), action: 'kyc.documents_viewed', object }))
        return documentsOf(items, linkFor(files, caller))
      },
      async acceptDocuments({ caller, body, http }) {
        const itemIds = [...new Set(body.idUserDocument)]
        await decide(caller.accountId, (tx) => kyc.accept(tx, { itemIds, actor: personActor(caller, http), at: clock.now() }))
        return { accepted: itemIds.length }
      },
      async declineDocuments({ caller, body, http }) {
        refuseIf(checkReason(body.description))
        const itemIds = [...new Set(body.idUserDocument)]
        const decision = { itemIds, actor: personActor(caller, http), at: clock.now(), description: tidyReason(body.description) }
        await decide(caller.accountId, (tx) => kyc.decline(tx, decision))
        return { declined: itemIds.length }
      },
      async changeLevel({ caller, body: { newKYCLevel: newLevel, userId, reason } }) {
        refuseIf(checkLevelReason(reason))
        // The database knows no case in ids: whoever spells their own in capitals is still themselves.
        const accountId = userId.toLowerCase()
        if (accountId === caller.accountId) refuse('compliance.own_account')
        if (!isUuid(accountId)) refuse('request.not_found')
        return approvals.perform(LEVEL_APPROVAL, { params: { accountId, newLevel }, caller, reason: tidyReason(reason) })
      },
    },
    complianceStepUp(identity),
  )
  return { name: 'compliance', routes }
}
