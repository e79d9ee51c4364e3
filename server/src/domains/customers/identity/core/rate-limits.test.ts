import { ALLOWANCES } from '@tunjo/contract/allowances'
import { describe, expect, it } from 'vitest'
import { GUESS_LIMITS, type Guess, guessBuckets } from './rate-limits.ts'

const CALLER = { account: 'somebody', knownDevice: null, ip: '190.24.1.1' }
const shown = (guess: Guess, who: Parameters<typeof guessBuckets>[1]) =>
  guessBuckets(guess, who).map(({ kind, key, allowance }) => `${kind} ${key}: ${allowance.tries} in ${allowance.windowMs / 60_000} min`)

describe('R10 rate limits of guessing', () => {
  it.each<[string, Guess, Parameters<typeof guessBuckets>[1], string[]]>([
    [
      'a browser that the account does not know: the account first, then the network',
      'sign-in',
      CALLER,
      ['sign-in somebody: 10 in 15 min', 'sign-in-network 190.24.1.1: 300 in 15 min'],
    ],
    [
      'a device that the account knows: its own bucket, independent of neighbours and unknown devices',
      'sign-in',
      { ...CALLER, knownDevice: 'hash' },
      ['sign-in somebody hash: 10 in 15 min'],
    ],
    ['the second step of a sign-in', 'factor', CALLER, ['factor somebody: 10 in 15 min', 'factor-network 190.24.1.1: 300 in 15 min']],
    ['an approval inside a session: no network', 'factor', { ...CALLER, ip: null }, ['factor somebody: 10 in 15 min']],
    ['an approval on a known device', 'factor', { ...CALLER, knownDevice: 'hash', ip: null }, ['factor somebody hash: 10 in 15 min']],
    ['a password asked again in a session', 'current-password', CALLER, ['current-password somebody: 10 in 15 min']],
    ['an unknown passkey', 'passkey', { ...CALLER, account: null }, ['passkey-network 190.24.1.1: 300 in 15 min']],
    [
      'a link of a sign-up, on any device',
      'activation-password',
      { ...CALLER, knownDevice: 'hash' },
      ['activation-password somebody: 10 in 15 min', 'activation-password-network 190.24.1.1: 300 in 15 min'],
    ],
    ['a reset link', 'reset', CALLER, ['reset-network 190.24.1.1: 300 in 15 min']],
    ['an address of an IPv6 network', 'reset', { ...CALLER, ip: '2001:db8:1:2::7' }, ['reset-network 2001:db8:1:2::/64: 300 in 15 min']],
  ])('%s', (_name, guess, who, buckets) => expect(shown(guess, who)).toEqual(buckets))

  it('R10 no guess shares a count with calls that guess nothing', () => {
    expect(Object.keys(GUESS_LIMITS).filter((guess) => guess in ALLOWANCES)).toEqual([])
  })

  it.each(Object.keys(GUESS_LIMITS) as Guess[])('%s is bounded for any guesser', (guess) => {
    for (const who of [CALLER, { ...CALLER, knownDevice: 'hash' }]) expect(guessBuckets(guess, who)).not.toEqual([])
    const { account, network } = GUESS_LIMITS[guess]
    // A person refused for one account is far from blocking the network for the others.
    if (account && network) expect(network.tries).toBeGreaterThanOrEqual(account.tries * 20)
  })
})
