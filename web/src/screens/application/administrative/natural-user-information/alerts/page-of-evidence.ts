/** Page of an alert's evidence: the movement, the document, the sign-ins, the other person. Null: on this page, or no longer stored. */
import type { AlertEvidence } from '@tunjo/contract/alert-evidence'
import { movementPage } from '../../../../../parts/movements/movement-page.ts'
import { personPage } from '../../../../../parts/person-page.ts'
import { documentOfForm, documentPath, tabPath } from '../person-views.ts'

export interface EvidencePage {
  readonly to: `/${string}`
  readonly search?: Readonly<Record<string, string>>
}
const ADMINISTRATIVE = '/application/administrative'

export function pageOfEvidence(userId: string, { type, id, facts, isGone }: AlertEvidence): EvidencePage | null {
  if (isGone) return null
  switch (type) {
    case 'movement':
    case 'trade':
      return movementPage({ rail: facts.rail, isDeposit: facts.kind === 'DEPOSIT', id: id ?? '' })
    case 'kyc_item': {
      const document = documentOfForm(facts.form)
      return { to: document ? documentPath(userId, document) : tabPath(userId, 'general') }
    }
    case 'sign_in':
      return { to: `${ADMINISTRATIVE}/login-report`, search: { userId } }
    case 'device':
    case 'network':
      return { to: tabPath(userId, 'vinculos') }
    case 'account':
      return { to: personPage(id ?? '') }
    case 'bank_account':
    case 'refusal':
      return { to: tabPath(userId, 'financiera') }
    case 'email_change':
      return { to: tabPath(userId, 'linea-de-tiempo') }
    case 'list_hit':
      return { to: tabPath(userId, 'coincidencias') }
    case 'survey':
    case 'background_check':
      return { to: tabPath(userId, 'general') }
    case 'black_list_entry':
      return { to: `${ADMINISTRATIVE}/black-list` }
    case 'alert':
      return null
  }
}
