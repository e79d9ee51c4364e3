import { describe, expect, it } from 'vitest'
import { SANDBOX_SECRETS } from '../../../../../dev/sandbox/secrets.ts'
import { readPaymentsSettings } from './config.ts'

const REAL = {
  WOMPI_URL: 'https://production.wompi.co/v1/',
  WOMPI_PUBLIC_KEY: 'pub_prod_a1b2',
  WOMPI_PRIVATE_KEY: 'prv_prod_a1b2',
  WOMPI_INTEGRITY_SECRET: 'prod_integrity_a1b2',
  WOMPI_EVENTS_SECRET: 'prod_events_a1b2',
  PAYOUTS_URL: 'https://api.payouts.wompi.co',
  PAYOUTS_API_KEY: 'a1b2',
  PAYOUTS_PRINCIPAL_ID: 'b2c3',
  PAYOUTS_ACCOUNT_ID: 'c3d4',
  PAYOUTS_EVENTS_SECRET: 'prod_events_c3d4',
}
const production = (change: object = {}) => readPaymentsSettings({ ...REAL, ...change }, { profile: 'production' })

describe('settings of payments', () => {
  it('takes real settings, and holds new accounts for 24 hours in production', () => {
    expect(production().wompi.url).toBe('https://production.wompi.co/v1')
    expect(production().newAccountHoldMs).toBe(24 * 3_600_000)
    expect(readPaymentsSettings(REAL, { profile: 'demo' }).newAccountHoldMs).toBe(24 * 3_600_000)
  })

  it('production refuses the keys of the sandbox and every test key, by name', () => {
    const { wompi, payouts } = SANDBOX_SECRETS
    expect(() => production({ WOMPI_PUBLIC_KEY: wompi.publicKey })).toThrow('WOMPI_PUBLIC_KEY')
    expect(() => production({ WOMPI_PRIVATE_KEY: wompi.privateKey })).toThrow('WOMPI_PRIVATE_KEY')
    expect(() => production({ WOMPI_INTEGRITY_SECRET: wompi.integritySecret })).toThrow('WOMPI_INTEGRITY_SECRET')
    expect(() => production({ WOMPI_EVENTS_SECRET: wompi.eventsSecret })).toThrow('WOMPI_EVENTS_SECRET')
    expect(() => production({ PAYOUTS_API_KEY: payouts.apiKey })).toThrow('PAYOUTS_API_KEY')
    expect(() => production({ PAYOUTS_PRINCIPAL_ID: payouts.userPrincipalId })).toThrow('PAYOUTS_PRINCIPAL_ID')
    expect(() => production({ PAYOUTS_EVENTS_SECRET: payouts.eventsSecret })).toThrow('PAYOUTS_EVENTS_SECRET')
  })

  it('production refuses loopback, plain http and sandbox addresses', () => {
    for (const url of [
      'http://127.0.0.1:4010/wompi/v1',
      'https://localhost/v1',
      'http://production.wompi.co/v1',
      'https://sandbox.wompi.co/v1',
    ])
      expect(() => production({ WOMPI_URL: url })).toThrow('WOMPI_URL')
    expect(() => production({ PAYOUTS_URL: 'https://api.sandbox.payouts.wompi.co' })).toThrow('PAYOUTS_URL')
  })

  it('names a missing setting', () => {
    expect(() => production({ PAYOUTS_EVENTS_SECRET: undefined })).toThrow('PAYOUTS_EVENTS_SECRET')
    expect(() => production({ PAYOUTS_API_KEY: undefined })).toThrow('PAYOUTS_API_KEY')
    const none = { ...REAL, PAYOUTS_API_KEY: undefined, PAYOUTS_PRINCIPAL_ID: undefined }
    expect(() => readPaymentsSettings(none, { profile: 'demo' })).toThrow('PAYOUTS_API_KEY')
  })

  it('a production process without the payouts key has none', () => {
    expect(production().payouts.key).toEqual({ apiKey: 'a1b2', principalId: 'b2c3' })
    expect(production({ PAYOUTS_API_KEY: undefined, PAYOUTS_PRINCIPAL_ID: undefined }).payouts.key).toBeNull()
  })
})
