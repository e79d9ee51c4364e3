/** Whose paper it is: name and document as they were verified. */
import type { MovementsContext } from '../types.ts'
import type { Fact } from './give-out.ts'

const SHOWN_DIGITS = 4

export async function holderFacts({ kyc }: MovementsContext, accountId: string): Promise<Fact[]> {
  const person = await kyc.person(accountId)
  const dossier = person?.dossier
  if (!dossier) return []
  const { fullName, documentType, documentNumber } = dossier
  return [
    { name: 'Titular', value: fullName },
    // A paper goes from hand to hand: enough to compare with the document itself.
    { name: 'Documento', value: `${documentType} ···· ${documentNumber.slice(-SHOWN_DIGITS)}` },
  ]
}
