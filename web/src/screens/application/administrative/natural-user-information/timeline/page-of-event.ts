/** Page of an event: the tab, the document or the list with its object. Null: it has no page. */
import type { TimelineEvent } from '@tunjo/contract/person-timeline'
import { movementPage } from '../../../../../parts/movements/movement-page.ts'
import { documentOfForm, documentPath, tabPath } from '../person-views.ts'

export interface EventPage {
  readonly to: `/${string}`
  readonly search?: Readonly<Record<string, string>>
}
const ADMINISTRATIVE = '/application/administrative'

export function pageOfEvent(userId: string, event: TimelineEvent): EventPage | null {
  switch (event.kind) {
    case 'access':
      return { to: `${ADMINISTRATIVE}/login-report`, search: { userId } }
    case 'verification':
    case 'review':
      return { to: reviewPage(userId, event) }
    case 'risk':
    case 'legal':
      return { to: tabPath(userId, 'general') }
    case 'alert':
      return { to: tabPath(userId, 'alertas'), ...(event.facts.alert ? { search: { historial: event.facts.alert } } : {}) }
    case 'screening':
      return { to: tabPath(userId, event.event.startsWith('check') ? 'general' : 'coincidencias') }
    case 'case':
      return { to: tabPath(userId, 'expediente') }
    case 'privacy':
      return { to: `${ADMINISTRATIVE}/data-requests`, search: { solicitud: event.ref ?? '' } }
    case 'approval':
      return { to: `${ADMINISTRATIVE}/approvals`, search: { request: event.ref ?? '' } }
    case 'money':
      if (event.event.startsWith('bank_account')) return { to: tabPath(userId, 'financiera') }
      return movementPage({ rail: event.facts.rail, isDeposit: event.event.startsWith('deposit'), id: event.ref ?? '' })
    default:
      return null
  }
}

function reviewPage(userId: string, { event, facts }: TimelineEvent): `/${string}` {
  if (event.startsWith('nature')) return documentPath(userId, 'nature')
  if (event.startsWith('documents') || event === 'document_expired') return documentPath(userId, 'id')
  const found = documentOfForm(facts.form)
  return found ? documentPath(userId, found) : tabPath(userId, 'general')
}
