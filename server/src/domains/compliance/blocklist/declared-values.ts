/** Values of a customer's declaration for the blocklist; for a company also its shareholders, and the persons named in its documents. */
import type { DeclaredForms, ReviewFacts } from '../../customers/kyc/index.ts'
import { partiesOf, representativeParties } from '../screening/index.ts'
import type { PresentedValues } from './blocklist.ts'

export function declaredValues(
  forms: readonly DeclaredForms[],
  { representatives, representativesBefore }: Pick<ReviewFacts, 'representatives' | 'representativesBefore'>,
  codeOf: (id: number) => string | undefined,
): PresentedValues {
  const parties = [
    ...forms.flatMap((one) => partiesOf(one, codeOf)),
    ...representativeParties([...representatives, ...representativesBefore]),
  ]
  const phones = forms.flatMap((one) => [one['natural-1']?.cellphoneNumber, one['legal-1']?.cellphoneNumber])
  return {
    documents: parties.flatMap(({ identifiers }) => identifiers),
    names: parties.flatMap(({ names }) => names),
    phones: phones.filter((phone) => phone !== undefined),
  }
}
