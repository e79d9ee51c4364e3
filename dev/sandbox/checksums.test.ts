import { expect, it } from 'vitest'
import { eventChecksum, integritySignature } from './checksums.ts'

it('signs a transaction as in the Wompi documentation (Widget & Checkout Web, step 3)', () => {
  expect(
    integritySignature({
      reference: 'sk8-438k4-xmxm392-sn2m',
      amountInCents: 2_490_000,
      currency: 'COP',
      secret: 'prod_integrity_Z5mMke9x0k8gpErbDqwrJXMqsI6SFli6',
    }),
  ).toBe('37c8407747e595535433ef8f6a811d853cd943046624a0ec04662b17bbf33bf5')
})

it('puts the expiration time between currency and secret', () => {
  expect(
    integritySignature({
      reference: 'dep_01JXYZ',
      amountInCents: 1_500_000,
      currency: 'COP',
      expirationTime: '2026-12-01T15:30:00.000Z',
      secret: 'sandbox_integrity_secret',
    }),
  ).toBe('5a8913e5cafd3fef5edff4568e87d0e3db47db67575cc3575f3be64217e5b683')
})

it('signs an event as in the Wompi documentation (Eventos, pagos a terceros)', () => {
  expect(
    eventChecksum({
      data: { transaction: { id: '04a6e53d-a244-4140-ab9e-48fa541f9fe5', status: 'FAILED', amountInCents: 7_500_000 } },
      properties: ['transaction.id', 'transaction.status', 'transaction.amountInCents'],
      timestamp: 1_747_673_128_600,
      secret: 'prod_events_7b193c8afd7b47949f90d443cb1e1742',
    }),
  ).toBe('82f0e769716170e202edfd348f604bd8461cdeeb416594cde563a890215a5282')
})

it('reads the signed values in the order that the event lists', () => {
  const event = { data: { transaction: { id: 'a', status: 'APPROVED' } }, timestamp: 1, secret: 's' }
  const forward = eventChecksum({ ...event, properties: ['transaction.id', 'transaction.status'] })
  const backward = eventChecksum({ ...event, properties: ['transaction.status', 'transaction.id'] })
  expect(forward).not.toBe(backward)
})
