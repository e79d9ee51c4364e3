import type { TimelineEvent } from '@tunjo/contract/person-timeline'
import { expect, it } from 'vitest'
import { pageOfEvent } from './page-of-event.ts'

const event = (more: Partial<TimelineEvent>): TimelineEvent => ({
  id: '1',
  at: '2026-10-05T12:00:00.000Z',
  kind: 'account',
  event: 'signed_up',
  ref: null,
  officer: null,
  facts: {},
  ...more,
})
const PERSON = '/application/administrative/naturalUserInformation/7'
const to = (more: Partial<TimelineEvent>) => pageOfEvent('7', event(more))

it('each event links to its object', () => {
  expect(to({})).toBeNull()
  expect(to({ kind: 'alert', event: 'alert_opened' })).toEqual({ to: `${PERSON}/alertas` })
  expect(to({ kind: 'alert', event: 'alert_found_again', facts: { alert: '11' } })?.search).toEqual({ historial: '11' })
  expect(to({ kind: 'money', event: 'bank_account_edited', ref: 'a' })).toEqual({ to: `${PERSON}/financiera` })
  expect(to({ kind: 'verification', event: 'document_expired' })).toEqual({ to: `${PERSON}/doc/id` })
  expect(to({ kind: 'verification', event: 'data_changed', facts: { form: 'natural-2' } })).toEqual({ to: `${PERSON}/doc/address` })
  expect(to({ kind: 'review', event: 'renewal_asked', facts: { subject: 'survey' } })).toEqual({ to: `${PERSON}/general` })
  expect(to({ kind: 'screening', event: 'check_found' })).toEqual({ to: `${PERSON}/general` })
  expect(to({ kind: 'screening', event: 'hit_found' })).toEqual({ to: `${PERSON}/coincidencias` })
  expect(to({ kind: 'screening', event: 'check_ended' })).toEqual({ to: `${PERSON}/general` })
  expect(to({ kind: 'verification', event: 'form_sent', facts: { form: 'natural-2' } })).toEqual({ to: `${PERSON}/doc/address` })
  expect(to({ kind: 'verification', event: 'survey_answered' })).toEqual({ to: `${PERSON}/general` })
  expect(to({ kind: 'review', event: 'nature_verified' })).toEqual({ to: `${PERSON}/doc/nature` })
  expect(to({ kind: 'case', event: 'note_written' })).toEqual({ to: `${PERSON}/expediente` })
  expect(to({ kind: 'privacy', event: 'data_request_filed', ref: 'a' })).toEqual({
    to: '/application/administrative/data-requests',
    search: { solicitud: 'a' },
  })
  expect(to({ kind: 'approval', event: 'approval_asked', ref: 'a' })?.search).toEqual({ request: 'a' })
  expect(to({ kind: 'money', event: 'swap_begun', ref: 'a', facts: { rail: 'EXCHANGE' } })?.search).toEqual({ text: 'a' })
  expect(to({ kind: 'money', event: 'withdrawal_ended', ref: 'a', facts: { rail: 'ERC20' } })).toEqual({
    to: '/application/administrative/financial/withdrawals',
    search: { transactionId: 'a' },
  })
  expect(to({ kind: 'money', event: 'withdrawal_begun', ref: 'a', facts: { rail: 'BANK' } })?.search).toEqual({
    tab: 'withdrawals',
    transactionId: 'a',
  })
})
