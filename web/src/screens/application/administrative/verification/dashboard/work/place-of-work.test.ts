import { WORK_QUEUES } from '@tunjo/contract/queued-kinds'
import { expect, it } from 'vitest'
import { placeOfWork } from './place-of-work.ts'

const [ID, PERSON] = ['0191d0a0-0000-7000-8000-000000000001', '0191d0a0-0000-7000-8000-000000000002']
const WORK = {
  queue: 'alerts', kind: 'alert', id: ID, userId: PERSON, email: 'ana@correo.example', severity: null, alertKind: null, alertType: null, rail: null, form: null, assignee: null, proposed: null,
} as const // biome-ignore format: one line

it.each([
  ['natural-1', 'id'],
  ['natural-2', 'address'],
  ['natural-3', 'nature'],
  ['legal-1', 'id'],
  ['legal-2', 'nature'],
  ['legal-3', 'nature'],
] as const)('documents of %s are opened in the view that reviews them: %s', (form, view) => {
  expect(placeOfWork({ ...WORK, queue: 'documents', form }).to).toMatch(new RegExp(`${PERSON}/doc/${view}$`))
})

it('a withdrawal, a conversation and a data request are opened by their own id', () => {
  expect(placeOfWork({ ...WORK, queue: 'withdrawals', rail: 'bank' }).search).toEqual({ text: ID })
  expect(placeOfWork({ ...WORK, queue: 'withdrawals', rail: 'token' }).search).toEqual({ tab: 'tokens', text: ID })
  expect(placeOfWork({ ...WORK, queue: 'conversations' }).search).toEqual({ conversacion: ID })
  expect(placeOfWork({ ...WORK, queue: 'data_requests' }).search).toEqual({ solicitud: ID })
})

it("ADM-12 a review of operations is opened at the person's documents", () => {
  expect(placeOfWork({ ...WORK, queue: 'nature', kind: 'nature' }).to).toMatch(new RegExp(`${PERSON}/doc/nature$`))
})

it('an item that waits for a second officer is decided in the approvals, whatever its kind', () => {
  for (const queue of WORK_QUEUES)
    expect(placeOfWork({ ...WORK, queue, proposed: 'other' }).to).toBe('/application/administrative/approvals')
  expect(placeOfWork({ ...WORK, queue: 'lists', proposed: 'mine' }).to).toContain('/coincidencias')
})
