/** Page where a work item is decided. */
import type { Form } from '@tunjo/contract/kyc-forms'
import type { WorkItem } from '@tunjo/contract/work-queues'
import { personAlertsPage, personPage } from '../../../../../../parts/person-page.ts'

export interface Place {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

const ADMIN = '/application/administrative'
/** Review view by form; every other form is reviewed next to the identity document. */
const VIEW_OF_FORM: Partial<Record<Form, string>> = {
  'natural-2': 'address',
  'natural-3': 'nature',
  'legal-2': 'nature',
  'legal-3': 'nature',
}

export function placeOfWork({ queue, id, userId, form, rail, proposed }: Omit<WorkItem, 'dueAt' | 'due'>): Place {
  const person = personPage(userId)
  // Another officer's proposal is decided in the approvals.
  if (proposed === 'other') return { to: `${ADMIN}/approvals` }
  switch (queue) {
    case 'lists':
      return { to: `${person}/coincidencias` }
    case 'documents':
      return { to: `${person}/doc/${(form && VIEW_OF_FORM[form]) ?? 'id'}` }
    case 'alerts':
      return { to: personAlertsPage(userId) }
    case 'withdrawals':
      return { to: `${ADMIN}/withdrawals`, search: { ...(rail === 'token' && { tab: 'tokens' }), text: id } }
    case 'refresh':
      return { to: `${person}/general` }
    case 'nature':
      return { to: `${person}/doc/nature` }
    case 'conversations':
      return { to: `${person}/mensajes`, search: { conversacion: id } }
    case 'data_requests':
      return { to: `${ADMIN}/data-requests`, search: { solicitud: id } }
    case 'matches':
      return { to: `${ADMIN}/regulatory` }
  }
}
