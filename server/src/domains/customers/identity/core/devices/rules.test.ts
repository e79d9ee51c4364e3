import { describe, expect, it } from 'vitest'
import { locate } from './place.ts'
import { isDeliberateCall, judgeSignIn, type SignInFacts } from './rules.ts'
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
    ['one that was not confirmed', { ...AT_HOME, deviceState: 'unconfirmed' }, { isDeviceKnown: false, isUnfamiliar: true, isHeld: false }],
    ['a blocked one', { ...AT_HOME, deviceState: 'blocked' }, 'blocked'],
  ])('%s', (_name, facts, verdict) => expect(judgeSignIn(facts)).toEqual(verdict))

  const OUR_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
  const BEARER = { authorization: 'Bearer abc' }
  it.each<[string, Record<string, string>, boolean]>([
    ['our page', OUR_PAGE, true],
    ['our page in mode same-origin', { ...OUR_PAGE, 'sec-fetch-mode': 'same-origin' }, true],
    ['a program with a token', BEARER, true],
    ['a page with a token', { ...OUR_PAGE, ...BEARER }, true],
    ['a scanner of mails, without any header', {}, false],
    ['a scanner that names a browser', { 'user-agent': 'Mozilla/5.0', accept: 'text/html' }, false],
    ['a scheme other than Bearer', { authorization: 'Basic YTpi' }, false],
    ['an empty token', { authorization: 'Bearer ' }, false],
    ['a link that is opened', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, false],
    ['a link of our page that is opened', { ...OUR_PAGE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, false],
    ['a picture of our page', { ...OUR_PAGE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, false],
    ['a call without cors', { ...OUR_PAGE, 'sec-fetch-mode': 'no-cors' }, false],
    ['half of the metadata', { 'sec-fetch-dest': 'empty' }, false],
    ['a page of another site', { ...OUR_PAGE, 'sec-fetch-site': 'cross-site' }, false],
    ['a page of a sibling domain', { ...OUR_PAGE, 'sec-fetch-site': 'same-site' }, false],
    ['a page of another site with a token', { ...OUR_PAGE, ...BEARER, 'sec-fetch-site': 'cross-site' }, false],
    ['a navigation with a token', { ...BEARER, 'sec-fetch-dest': 'document' }, false],
    ['a prefetch of our page', { ...OUR_PAGE, 'sec-purpose': 'prefetch' }, false],
    ['a preview', { ...OUR_PAGE, 'x-purpose': 'preview' }, false],
    ['a prefetch with a token', { ...BEARER, 'x-moz': 'prefetch' }, false],
  ])('SEC-12 a deliberate call: %s', (_name, headers, is) => expect(isDeliberateCall(headers)).toBe(is))
})

describe('places', () => {
  it.each([
    ['190.24.1.1', 'Bogotá, Colombia', 'CO'],
    ['::ffff:190.24.1.1', 'Bogotá, Colombia', 'CO'],
    ['2800:480::1', 'Bogotá, Colombia', 'CO'],
    ['8.8.8.8', 'Mountain View, Estados Unidos', 'US'],
  ])('%s is in %s', async (ip, label, country) =>
    expect(await locate(ip)).toMatchObject({ label, country, coordinates: expect.anything() }),
  )

  it.each(['127.0.0.1', '::1', '10.1.2.3', '172.31.0.1', '192.168.1.1', 'fe80::1%eth0', '::ffff:10.0.0.1'])(
    '%s is a local network',
    async (ip) => expect(await locate(ip)).toEqual({ label: 'Red local', country: null, city: null, coordinates: null }),
  )

  it.each(['203.0.113.7', 'not an address'])('%s has no place', async (ip) =>
    expect(await locate(ip)).toEqual({ label: 'Lugar desconocido', country: null, city: null, coordinates: null }),
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
