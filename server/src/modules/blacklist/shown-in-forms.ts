/** What a person or a company declared, as the black list is asked for it; of a company its shareholders too. */
import type { DeclaredForms } from '../kyc/index.ts'
import { partiesOf } from '../screening/index.ts'
import type { PresentedValues } from './black-list.ts'

export function shownIn(declared: DeclaredForms, codeOf: (id: number) => string | undefined): PresentedValues {
  const parties = partiesOf(declared, codeOf)
  const phones = [declared['natural-1']?.cellphoneNumber, declared['legal-1']?.cellphoneNumber]
  return {
    documents: parties.flatMap(({ identifiers }) => identifiers),
    names: parties.flatMap(({ names }) => names),
    phones: phones.filter((phone) => phone !== undefined),
  }
}
