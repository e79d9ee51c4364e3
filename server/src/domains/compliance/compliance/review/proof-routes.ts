/** HTTP route of the data that an officer reads from a proof of residence (ADM-07). */
import { complianceProof as contract, type KeptProofReading } from '@tunjo/contract/compliance-proof'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { Identity } from '../../../customers/identity/index.ts'
import type { KeptProof } from '../../../customers/kyc/index.ts'
import type { ComplianceContext } from '../context.ts'
import { checkLease } from './lease.ts'

export function proofRoutes(context: ComplianceContext): Route[] {
  const { db, clock, kyc, identity } = context
  return implement(contract, {
    async readProof({ caller, http, body }) {
      const [officerId, at] = [caller.accountId, clock.now()]
      const { itemId, holderName, address, cityID, city = '', issuedOn, relation = '' } = body
      const reading = { holderName, address, cityId: cityID ?? null, city: cityID === undefined ? city : '', issuedOn, relation }
      const kept = await inTransaction(db, async (tx) => {
        const proof = await kyc.readProof(tx, { itemId, reading, actor: personActor(caller, http), at })
        if (proof.accountId === officerId) refuse('compliance.own_account')
        await checkLease(tx, identity, { accountId: proof.accountId, officerId, now: at })
        return proof
      })
      return toProofReading(identity, kept)
    },
  })
}

export async function toProofReading(identity: Pick<Identity, 'person'>, proof: KeptProof): Promise<KeptProofReading> {
  const { itemId, holderName, address, cityId, city, issuedOn, relation, readBy, readAt } = proof
  const officer = (await identity.person(readBy))?.email ?? ''
  const place = cityId === null ? { city } : { cityID: cityId }
  return { itemId, holderName, address, ...place, issuedOn, relation, officer, readAt: readAt.toISOString() }
}
