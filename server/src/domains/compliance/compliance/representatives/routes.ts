/** HTTP routes of representatives and owners of a company: an officer reads the list, and records it from the company's documents. */
import { representatives as contract, type RepresentativeList } from '@tunjo/contract/representatives'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuseIf } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { checkReason } from '../../../../platform/security/officer-reason.ts'
import type { RepresentativesKept } from '../../../customers/kyc/index.ts'
import type { ComplianceContext } from '../context.ts'
import { personRead, personToChange } from '../person/routes.ts'
import { checkLease } from '../review/lease.ts'
import { checkWritten, missingRepresentatives, ownerThreshold } from './check-representatives.ts'

export function representativeRoutes(context: ComplianceContext): Route[] {
  const { db, clock, kyc, identity } = context
  return implement(contract, {
    async companyRepresentatives(read) {
      const { id } = await personRead(context, read, 'representatives')
      const [lists, standing] = await Promise.all([kyc.representativeLists(id), kyc.companyOwnershipFacts(db, id)])
      const emails = await emailsOf(context, lists)
      return {
        lists: lists.map((list) => shown(list, emails)),
        missing: standing ? await missingRepresentatives(context, db, standing) : [],
        thresholdHundredths: await ownerThreshold(context, db),
      }
    },
    async writeRepresentatives({ caller, http, body: { userId, from, people, noOwnerReason } }) {
      if (noOwnerReason !== '') refuseIf(checkReason(noOwnerReason))
      const accountId = await personToChange(context, caller, userId)
      const at = clock.now()
      const written = { accountId, from, people, noOwnerReason, actor: personActor(caller, http), at }
      const kept = await inTransaction(db, async (tx) => {
        await checkLease(tx, identity, { accountId, officerId: caller.accountId, now: at })
        const list = await kyc.writeRepresentatives(tx, written)
        await checkWritten(context, tx, accountId)
        return list
      })
      return shown(kept, await emailsOf(context, [kept]))
    },
  })
}

/** Each author is looked up once, one after the other: there may be many lists, but few authors. */
async function emailsOf({ identity }: Pick<ComplianceContext, 'identity'>, lists: readonly RepresentativesKept[]) {
  const emails = new Map<string, string>()
  for (const id of new Set(lists.map(({ writtenBy }) => writtenBy))) emails.set(id, (await identity.person(id))?.email ?? '')
  return emails
}

function shown(list: RepresentativesKept, emails: ReadonlyMap<string, string>): RepresentativeList {
  const { version, people, noOwnerReason, writtenBy, writtenAt } = list
  return { version, people: [...people], noOwnerReason, officer: emails.get(writtenBy) ?? '', writtenAt: writtenAt.toISOString() }
}
