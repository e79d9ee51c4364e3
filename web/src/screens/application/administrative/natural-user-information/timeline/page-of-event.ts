/** Where an event leads: the tab, the document or the list that has its object. Null: it has no page. */
import type { TimelineEvent } from '@tunjo/contract/person-timeline'
import { DOCUMENTS, documentPath, formsOf, tabPath } from '../person-views.ts'

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
      return { to: tabPath(userId, 'alertas') }
    case 'screening':
      return { to: tabPath(userId, event.event.startsWith('check') ? 'general' : 'coincidencias') }
    case 'case':
      return { to: tabPath(userId, 'expediente') }
    case 'privacy':
      return { to: `${ADMINISTRATIVE}/data-requests`, search: { solicitud: event.ref ?? '' } }
    case 'approval':
      return { to: `${ADMINISTRATIVE}/approvals`, search: { request: event.ref ?? '' } }
    case 'money':
      return moneyPage(event)
    default:
      return null
  }
}

function reviewPage(userId: string, { event, facts }: TimelineEvent): `/${string}` {
  if (event.startsWith('nature')) return documentPath(userId, 'nature')
  if (event.startsWith('documents')) return documentPath(userId, 'id')
  const found = DOCUMENTS.find((document) => formsOf(document).some((form) => form === facts.form))
  return found ? documentPath(userId, found) : tabPath(userId, 'general')
}

function moneyPage({ event, facts: { rail }, ref }: TimelineEvent): EventPage {
  const isDeposit = event.startsWith('deposit')
  const id = ref ?? ''
  if (rail === 'EXCHANGE') return { to: `${ADMINISTRATIVE}/financial/orders`, search: { text: id } }
  if (rail === 'ERC20')
    return { to: `${ADMINISTRATIVE}/financial/${isDeposit ? 'deposits' : 'withdrawals'}`, search: { transactionId: id } }
  return { to: `${ADMINISTRATIVE}/financial/fiat`, search: { ...(isDeposit ? {} : { tab: 'withdrawals' }), transactionId: id } }
}
