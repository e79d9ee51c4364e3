import { describe, expect, it } from 'vitest'
import { locate } from './place.ts'
import { isMereLook, judgeSignIn, type SignInFacts } from './rules.ts'
import { equipmentOf } from './user-agent.ts'

const AT_HOME: SignInFacts = { isFirst: false, deviceState: 'known', resemblesKnown: true, isNetworkKnown: true, isCityKnown: true }
const NEW_BROWSER: SignInFacts = { ...AT_HOME, deviceState: null, resemblesKnown: false }

describe('ID-05 judging a sign-in', () => {
  it.each<[string, SignInFacts, ReturnType<typeof judgeSignIn>]>([
    ['at home', AT_HOME, { isDeviceKnown: true, isUnfamiliar: false, isHeld: false }],
    [
      'the first ever',
      { ...NEW_BROWSER, isFirst: true, isNetworkKnown: false, isCityKnown: false },
      { isDeviceKnown: true, isUnfamiliar: false, isHeld: false },
    ],
    ['a dropped cookie', { ...AT_HOME, deviceState: null }, { isDeviceKnown: true, isUnfamiliar: false, isHeld: false }],
    ['another network of the city', { ...AT_HOME, isNetworkKnown: false }, { isDeviceKnown: true, isUnfamiliar: false, isHeld: false }],
    ['another city', { ...AT_HOME, isNetworkKnown: false, isCityKnown: false }, { isDeviceKnown: true, isUnfamiliar: true, isHeld: false }],
    ['a new browser at home', NEW_BROWSER, { isDeviceKnown: false, isUnfamiliar: true, isHeld: false }],
    [
      'a new browser in a new network',
      { ...NEW_BROWSER, isNetworkKnown: false },
      { isDeviceKnown: false, isUnfamiliar: true, isHeld: true },
    ],
    ['one that nobody confirmed', { ...AT_HOME, deviceState: 'unconfirmed' }, { isDeviceKnown: false, isUnfamiliar: true, isHeld: false }],
    ['a blocked one', { ...AT_HOME, deviceState: 'blocked' }, 'blocked'],
  ])('%s', (_name, facts, verdict) => expect(judgeSignIn(facts)).toEqual(verdict))

  it('tells a look from a call, with and without the headers of browsers', () => {
    expect(isMereLook({})).toBe(false)
    expect(isMereLook({ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' })).toBe(false)
    expect(isMereLook({ 'sec-fetch-dest': 'document' })).toBe(true)
    expect(isMereLook({ 'sec-purpose': 'prefetch' })).toBe(true)
    expect(isMereLook({ 'sec-fetch-site': 'cross-site' })).toBe(true)
  })
})

describe('places', () => {
  it.each([
    ['190.24.1.1', 'Bogotá, Colombia', 'CO'],
    ['::ffff:190.24.1.1', 'Bogotá, Colombia', 'CO'],
    ['2800:480::1', 'Bogotá, Colombia', 'CO'],
    ['8.8.8.8', 'Mountain View, Estados Unidos', 'US'],
  ])('%s is in %s', async (ip, label, country) => expect(await locate(ip)).toMatchObject({ label, country }))

  it.each(['127.0.0.1', '::1', '10.1.2.3', '172.31.0.1', '192.168.1.1', 'fe80::1%eth0', '::ffff:10.0.0.1'])(
    '%s is of the local network',
    async (ip) => expect(await locate(ip)).toEqual({ label: 'Red local', country: null, city: null }),
  )

  it.each(['203.0.113.7', 'not an address'])('%s is nowhere', async (ip) =>
    expect(await locate(ip)).toEqual({ label: 'Lugar desconocido', country: null, city: null }),
  )
})

describe('user agents', () => {
  it.each([
    ['', 'Desconocido', 'Desconocido', 'other'],
    ['curl/8.5.0', 'Desconocido', 'Desconocido', 'other'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Windows 10 u 11', 'Firefox', 'desktop'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'macOS',
      'Safari',
      'desktop',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
      'Android',
      'Chrome',
      'mobile',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
      'Android 15',
      'Chrome',
      'tablet',
    ],
  ])('%s', (userAgent, system, browser, deviceKind) => expect(equipmentOf(userAgent)).toEqual({ system, browser, deviceKind }))
})
