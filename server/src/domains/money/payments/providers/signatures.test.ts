import { describe, expect, it } from 'vitest'
import { eventChecksum, readSignedEvent } from './event-signature.ts'
import { integritySignature } from './wompi.ts'

describe('signatures of Wompi', () => {
  it('integrity: the example of the documentation (Widget & Checkout Web, step 3)', () => {
    const signature = integritySignature(
      { reference: 'sk8-438k4-xmxm392-sn2m', amountCop: 2_490_000n },
      'prod_integrity_Z5mMke9x0k8gpErbDqwrJXMqsI6SFli6',
    )
    expect(signature).toBe('37c8407747e595535433ef8f6a811d853cd943046624a0ec04662b17bbf33bf5')
  })

  it('events: the example of the documentation (payouts)', () => {
    const checksum = eventChecksum({
      data: { transaction: { id: '04a6e53d-a244-4140-ab9e-48fa541f9fe5', status: 'FAILED', amountInCents: 7_500_000 } },
      properties: ['transaction.id', 'transaction.status', 'transaction.amountInCents'],
      timestamp: 1_747_673_128_600,
      secret: 'prod_events_7b193c8afd7b47949f90d443cb1e1742',
    })
    expect(checksum).toBe('82f0e769716170e202edfd348f604bd8461cdeeb416594cde563a890215a5282')
  })

  it('reads seconds, milliseconds and upper-case checksums, and no inherited properties', () => {
    const signed = (timestamp: number, properties = ['transaction.id']) => {
      const data = { transaction: { id: 'a' } }
      const checksum = eventChecksum({ data, properties, timestamp, secret: 's' }).toUpperCase()
      return readSignedEvent(JSON.stringify({ event: 'transaction.updated', data, timestamp, signature: { properties, checksum } }), 's')
    }
    expect(signed(1_770_000_131)?.signedAt.toISOString()).toBe('2026-02-02T02:42:11.000Z')
    expect(signed(1_770_000_131_123)?.signedAt.toISOString()).toBe('2026-02-02T02:42:11.123Z')
    expect(signed(1_770_000_131, ['constructor.name', '__proto__.x'])?.name).toBe('transaction.updated')
    expect(eventChecksum({ data: {}, properties: ['constructor.name'], timestamp: 1, secret: 's' })).toBe(
      eventChecksum({ data: {}, properties: ['nothing'], timestamp: 1, secret: 's' }),
    )
  })

  it('returns null for a body that is no signed event', () => {
    for (const body of ['', 'null', '[]', '{}', '{"event":1}', 'x'.repeat(1000)]) expect(readSignedEvent(body, 's')).toBeNull()
  })
})
