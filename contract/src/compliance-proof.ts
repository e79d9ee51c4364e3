/** Officer's reading of a proof of residence, next to the declared data (ADM-07, ADM-13 alert 19). Extension of the specification. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { plainLine } from './plain-text.ts'

export const ProofReading = z.object({
  /** Name to which the bill or certificate is made out. */
  holderName: plainLine({ minimum: 3, maximum: 120 }),
  address: plainLine({ minimum: 3, maximum: 200 }),
  /** Id from the list of cities; without it the place is outside Colombia and `city` names it. */
  cityID: z.int().positive().optional(),
  city: plainLine({ minimum: 0, maximum: 100 }).optional(),
  issuedOn: z.iso.date(),
  /** Relation of the holder to the person, as declared, when the proof is made out to another person. */
  relation: plainLine({ minimum: 0, maximum: 200 }).optional(),
})
export type ProofReading = z.output<typeof ProofReading>

export const KeptProofReading = ProofReading.extend({
  /** Id of the proof. */
  itemId: z.uuid(),
  officer: z.string().meta({ description: 'Mailbox of the officer' }),
  readAt: z.iso.datetime(),
})
export type KeptProofReading = z.infer<typeof KeptProofReading>

export const complianceProof = {
  readProof: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/review/proof-reading',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.proof_read',
    summary: 'Extension: record the reading of a proof of residence; a difference from the declared data opens alert 19',
    allowance: 'kyc-person',
    body: ProofReading.extend({ itemId: z.uuid() }).refine(({ cityID, city }) => cityID !== undefined || Boolean(city), {
      path: ['cityID'],
      message: 'cityID or city is required',
    }),
    response: KeptProofReading,
    errors: [
      'request.invalid',
      'request.not_found',
      'request.too_many',
      'compliance.own_account',
      'compliance.taken',
      'kyc.proof_date',
      'kyc.city_unknown',
    ],
  }),
}
