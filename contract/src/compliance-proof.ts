/** What an officer read on a proof of residence, beside what its person declared (ADM-07, ADM-13 alert 19). Ours. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { plainLine } from './plain-text.ts'

export const ProofReading = z.object({
  /** To whom the bill or certificate is made out. */
  holderName: plainLine({ minimum: 3, maximum: 120 }),
  address: plainLine({ minimum: 3, maximum: 200 }),
  /** Of the list of cities; without it the place is outside Colombia and `city` names it. */
  cityID: z.int().positive().optional(),
  city: plainLine({ minimum: 0, maximum: 100 }).optional(),
  issuedOn: z.iso.date(),
  /** Who the holder is to the person, as they declared it, when the proof is made out to somebody else. */
  relation: plainLine({ minimum: 0, maximum: 200 }).optional(),
})
export type ProofReading = z.output<typeof ProofReading>

export const KeptProofReading = ProofReading.extend({
  /** Of the proof. */
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
    summary: 'Ours: what a proof of residence says; where it differs from what was declared alert 19 is opened',
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
