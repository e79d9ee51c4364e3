/** What a person or a company declared, as the black list is asked for it; of a company its shareholders too, and whom its papers name. */
import type { DeclaredForms, ReviewFacts } from '../kyc/index.ts'
import { partiesOf, representativeParties } from '../screening/index.ts'
import type { PresentedValues } from './black-list.ts'

export function shownIn(
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
