/** Step-up binding over every call of the contract (ID-10): what a person approves is what is done. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { everyCall } from '../../../../../dev/testing/every-call.ts'
import { callOf } from './step-up.ts'

const calls = Object.values(await everyCall())
const guarded = calls.flatMap((endpoint) => (endpoint.stepUp ? [[callOf(endpoint), endpoint, endpoint.stepUp] as const] : []))

/** Officers' calls that read, assign work, annotate an alert, or add documents. None moves money, decides about a person or stops one. */
const WITHOUT_APPROVAL = [
  // Saved filters are settings of an officer, and no decision about a person.
  'DELETE /kyc/administrative/views/:id',
  // Computes what a rule would have raised, and raises nothing.
  'POST /api/administrative/alert-rules/:rule/backtests',
  'POST /api/administrative/alert-rules/:rule/backtests/:id/cancel',
  'POST /api/administrative/black-list/csv',
  // Previews an import, which is approved.
  'POST /api/administrative/black-list/import/preview',
  'POST /api/administrative/black-list/search',
  // Request more from the person within a statutory term; their data changes by separate calls.
  'POST /api/administrative/data-requests/:id/ask-completion',
  'POST /api/administrative/data-requests/:id/decide',
  'POST /api/administrative/data-requests/:id/extend',
  'POST /api/administrative/data-requests/:id/take',
  // Reads a list in the background, as its CSV call does immediately.
  'POST /api/administrative/exports',
  'POST /api/administrative/exports/:id/cancel',
  // A draft reports nothing: its approval needs two officers.
  'POST /api/administrative/regulatory/ros',
  // A file is sent after two officers approved it.
  'POST /api/administrative/regulatory/uiaf/:month',
  'POST /api/administrative/regulatory/uiaf/carf/:year',
  'POST /api/administrative/regulatory/uiaf/clients/:month',
  'POST /api/administrative/screening/lists/:list/files',
  'POST /kyc/administrative/alerts/activate',
  'POST /kyc/administrative/alerts/deactivate',
  'POST /kyc/administrative/alerts/information',
  'POST /kyc/administrative/alerts/information/csv',
  'POST /kyc/administrative/alerts/snooze',
  'POST /kyc/administrative/alerts/type/activate',
  'POST /kyc/administrative/alerts/type/deactivate',
  'POST /kyc/administrative/alerts/wake',
  // Sends a message to the customer, and decides nothing.
  'POST /kyc/administrative/conversations/:id/messages',
  'POST /kyc/administrative/conversations/:id/no-answer',
  'POST /kyc/administrative/conversations/:id/state',
  'POST /kyc/administrative/users/case-files',
  'POST /kyc/administrative/users/case-notes',
  'POST /kyc/administrative/users/information',
  'POST /kyc/administrative/users/information/csv',
  // Asks for data and takes nothing: level and limits stay.
  'POST /kyc/administrative/users/renewals',
  // Records the contents of documents; the officer who accepts the company by it authenticates again.
  'POST /kyc/administrative/users/representatives',
  // Assigning a case decides nothing about the person.
  'POST /kyc/administrative/users/review/assign',
  'POST /kyc/administrative/users/review/claim',
  'POST /kyc/administrative/users/review/next',
  'POST /kyc/administrative/users/review/proof-reading',
  'POST /kyc/administrative/users/review/release',
  'POST /kyc/administrative/users/review/take',
  'POST /kyc/administrative/users/user-documents/nature-operations/report',
  'POST /kyc/administrative/users/user-documents/nature-operations/reviews',
  'POST /kyc/administrative/users/user-documents/nature-operations/set-label',
  'POST /kyc/administrative/views',
  'POST /kyc/administrative/work/absence',
  'POST /kyc/administrative/work/next',
  'POST /kyc/administrative/work/release',
  'POST /kyc/administrative/work/take',
  // Stores a file that moves nothing: two officers approve its import.
  'POST /payment/administrative/statements',
  'POST /payment/transactions/administrative/fiat-report',
  'POST /payment/transactions/administrative/fiat-report/csv',
  'POST /reconciliation/administrative/stopped/:kind/:id/retry',
  'PUT /api/administrative/contact/tickets/:number/state',
  'PUT /api/administrative/regulatory/ros/:id',
  // A draft has no effect: its approval needs two officers.
  'PUT /kyc/administrative/users/due-diligence',
  'PUT /kyc/administrative/views/:id',
  'PUT /kyc/administrative/views/default',
]

const fieldsOf = ({ params, query, body }: Endpoint): string[] =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) => {
    if (!schema) return []
    if (!(schema instanceof z.ZodObject)) throw new Error(`the ${part} of a guarded call is an object, so that its fields can be named`)
    return Object.keys(schema.shape).map((key) => `${part}.${key}`)
  })

describe('approvals', () => {
  it.each(guarded)('ID-10 %s binds every field, or says why one may change', (_call, endpoint, { binds, unbound = {} }) => {
    expect([...binds, ...Object.keys(unbound)].toSorted()).toEqual(fieldsOf(endpoint).toSorted())
    for (const reason of Object.values(unbound)) expect(reason.length).toBeGreaterThan(5)
  })

  it.each(guarded)('ID-10 %s takes nothing except what can be bound', (_call, { upload, bytes }) =>
    expect([upload, bytes]).toEqual([undefined, undefined]),
  )

  const officers = calls.filter(({ role, method }) => role === 'ROLE_ADMIN' && method !== 'GET')
  it.each(officers.filter(({ stepUp }) => stepUp).map((endpoint) => [callOf(endpoint), endpoint] as const))(
    'ADM-08 %s changes something as an officer, so it is approved, all of it',
    (_call, { stepUp }) => {
      expect(stepUp?.binds).not.toEqual([])
      expect(stepUp?.unbound).toBeUndefined()
    },
  )

  it('ADM-08 every other call of officers is listed as an exception', () => {
    expect(
      officers
        .filter(({ stepUp }) => !stepUp)
        .map(callOf)
        .toSorted(),
    ).toEqual(WITHOUT_APPROVAL)
  })
})
