/** Each rule on plain facts: what raises it, what does not, and what ends it. */

import { ALERT_RULES, firstValues } from '@tunjo/contract/alert-rule-catalogue'
import { expect, it } from 'vitest'
import type { Text } from '../../../../platform/phrases/coded-text.ts'
import { createParameters } from '../../../reference/parameters/index.ts'
import type { Cycle } from '../facts/cycles.ts'
import type { IdentityDocuments } from '../facts/identity-documents.ts'
import type { MoneyFacts } from '../facts/money.ts'
import type { Movement, MovementFacts } from '../facts/movements.ts'
import type { SignIn, SignInFacts } from '../facts/sign-ins.ts'
import { numbersOf as numbersFrom, type RuleName } from '../numbers.ts'
import { daysAgo, hoursAgo } from '../times.ts'
import type { OpenAlert, RaisedFinding, Subject } from '../types.ts'
import { type BankAccount, bankAccountChanged } from './bank-account-changed.ts'
import { cycle } from './cycle.ts'
import { depositsExceeded, withdrawalsExceeded } from './declared-exceeded.ts'
import { deniedSignIn } from './denied-sign-in.ts'
import { documentExpired } from './document-expired.ts'
import { dormant } from './dormant.ts'
import { type EmailChange, emailChanged } from './email-changed.ts'
import { highVolume } from './high-volume.ts'
import { inAndOut } from './in-and-out.ts'
import { type Changes, informationUpdated } from './information-updated.ts'
import { kycLimit } from './kyc-limit.ts'
import { manyPayers } from './many-payers.ts'
import { newAccount } from './new-account.ts'
import { newDestinations } from './new-destinations.ts'
import { nitDiffers } from './nit-differs.ts'
import { novelty } from './novelty.ts'
import { places } from './places.ts'
import { ACTIVITIES_WITHOUT_INCOME, OF_OCCUPATION, profileExceeded } from './profile-exceeded.ts'
import { roundAmounts } from './round-amounts.ts'
import { sharedDevice } from './shared-device.ts'
import { structuring } from './structuring.ts'
import { type Asked, unanswered } from './unanswered.ts'
import { volumeExceeded } from './volume-exceeded.ts'

const MILLION = 100_000_000n
const NOW = new Date('2026-11-20T15:00:00Z')
const subject = (more: Partial<Subject> = {}): Subject => ({
  accountId: 'a',
  verifiedLevel: 2,
  createdAt: daysAgo(NOW, 400),
  monthlyMaximum: 40n * MILLION,
  openAlerts: [],
  now: NOW,
  until: null,
  ...more,
})
const open = (kind: number, daysOpen: number): OpenAlert => ({
  id: `alert${kind}`,
  severity: 'low',
  kind,
  typeId: null,
  openedAt: daysAgo(NOW, daysOpen),
  lastSeenAt: daysAgo(NOW, daysOpen),
  isByRule: true,
  found: [],
})
const numbersOf = <Name extends RuleName>(name: Name) => numbersFrom(name, firstValues(name))
/** In the default language; null when there is none. */
const plain = (text: Text | null | undefined): string | null => (text ? String(text) : null)
const saidBy = (findings: readonly { severity: string; values: Text }[]) => findings.map(({ severity, values }) => `${severity}: ${values}`)

const email = (days: number, more: Partial<EmailChange> = {}): EmailChange => ({
  id: 'e',
  changedAt: daysAgo(NOW, days),
  hasBothMailboxes: true,
  undoneAt: null,
  ...more,
})
const BOTH = 'correo cambiado, confirmado desde los dos buzones'
const TOGETHER = ', a menos de 72 horas de otro lugar o de otra cuenta bancaria'

it.each<[string, EmailChange[], Partial<Subject>, string[]]>([
  ['nothing changed', [], {}, []],
  ['yesterday', [email(1)], {}, [`low: ${BOTH}`]],
  ['a month ago and a second', [email(30)], {}, []],
  ['a moment before a month ends', [email(29.99)], {}, [`low: ${BOTH}`]],
  ['of an account without a level', [email(1)], { verifiedLevel: 0 }, []],
  ['with another place two days ago', [email(1)], { openAlerts: [open(4, 2)] }, [`high: ${BOTH}${TOGETHER}`]],
  ['with another bank account two days later', [email(4)], { openAlerts: [open(11, 2)] }, [`high: ${BOTH}${TOGETHER}`]],
  ['with another bank account four days ago', [email(1)], { openAlerts: [open(11, 4)] }, [`low: ${BOTH}`]],
  ['with another place four days later', [email(6)], { openAlerts: [open(4, 2)] }, [`low: ${BOTH}`]],
  ['undone', [email(1, { undoneAt: NOW })], {}, ['high: cambio deshecho por el titular desde el correo anterior']],
])('ADM-13 alert 8, e-mail changed: %s', (_case, facts, more, expected) => {
  const others = more.openAlerts?.map(({ openedAt }) => openedAt) ?? []
  expect(saidBy(emailChanged.find({ changes: facts, others }, numbersOf('EMAIL'), subject(more)))).toEqual(expected)
})

it.each<[string, EmailChange[], boolean]>([
  ['both mailboxes confirmed it', [email(31)], true],
  ['one did not', [email(31, { hasBothMailboxes: false })], false],
  ['it was undone', [email(31, { undoneAt: NOW })], false],
  ['of an unknown kind', [], false],
])('ADM-13 alert 8 ends automatically: %s', (_case, facts, isOver) => {
  const why = emailChanged.end?.({ changes: facts, others: [] }, numbersOf('EMAIL'), open(8, 31), subject()) ?? null
  expect(why !== null).toBe(isOver)
})

const bank = (days: number, more: Partial<BankAccount> = {}): BankAccount => ({
  id: `b${days}`,
  ending: '5678',
  createdAt: daysAgo(NOW, days),
  changedAt: daysAgo(NOW, days),
  deletedAt: null,
  isUsed: false,
  firstPaidAt: null,
  ...more,
})

it.each<[string, BankAccount[], string[]]>([
  ['the first account', [bank(1)], []],
  ['a second one', [bank(90), bank(1)], ['low: cuenta terminada en 5678 añadida']],
  ['long ago', [bank(90), bank(31)], []],
  ['a second one that we knew before', [bank(90), bank(1, { changedAt: daysAgo(NOW, 60) })], []],
  ['another number', [bank(90, { changedAt: daysAgo(NOW, 2) })], ['low: cuenta terminada en 5678 editada']],
  ['one that was never used goes', [bank(90, { deletedAt: daysAgo(NOW, 1) })], []],
  ['one that was used goes', [bank(90, { deletedAt: daysAgo(NOW, 1), isUsed: true })], ['low: cuenta terminada en 5678 eliminada']],
  ['the bank paid to it in the name of the person', [bank(90), bank(3, { firstPaidAt: daysAgo(NOW, 1) })], []],
  [
    'three in a month',
    [bank(90), bank(3), bank(2), bank(1)],
    Array(3).fill('medium: cuenta terminada en 5678 añadida; 3 cambios en 30 días'),
  ],
])('ADM-13 alert 11, bank account changed: %s', (_case, facts, expected) => {
  expect(saidBy(bankAccountChanged.find(facts, numbersOf('CUENTA_BANCARIA'), subject()))).toEqual(expected)
})

it('ADM-13 alert 11 ends with the first payout, or after a month', () => {
  const end = (facts: BankAccount[]) => plain(bankAccountChanged.end?.(facts, numbersOf('CUENTA_BANCARIA'), open(11, 10), subject()))
  expect(end([bank(90), bank(5, { firstPaidAt: NOW })])).toBe('un retiro a la cuenta se pagó a nombre del titular')
  expect(end([bank(90), bank(5)])).toBe('30 días sin otro cambio')
})

const item = (state: 'pending' | 'accepted' | 'declined', fields: string[] | null = null): Changes['items'][number] => ({
  id: 'i',
  form: 'natural-1',
  slot: fields ? 'fields' : 'selfie',
  state,
  fields,
  earlierId: 'earlier',
})
const survey = (days: number, responseA: number) => ({ id: `survey${days}`, responseA, responseB: 0, answeredAt: daysAgo(NOW, days) })

it.each<[string, Changes, Partial<Subject>, string[]]>([
  ['nothing', { items: [], surveys: [survey(1, 0)], firstVerifiedAt: null }, {}, []],
  ['a file', { items: [item('pending')], surveys: [], firstVerifiedAt: null }, {}, ['low: nivel 1: se envió de nuevo: selfie']],
  [
    'fields',
    { items: [item('declined', ['homeAddress'])], surveys: [], firstVerifiedAt: null },
    {},
    ['low: nivel 1: se envió de nuevo: dirección'],
  ],
  ['verified again', { items: [item('accepted')], surveys: [], firstVerifiedAt: null }, {}, []],
  [
    'the survey',
    { items: [], surveys: [survey(1, 3), survey(9, 0)], firstVerifiedAt: null },
    {},
    ['low: encuesta: rangos 1/1 antes, 4/1 ahora'],
  ],
  ['the survey before any level', { items: [], surveys: [survey(1, 3), survey(9, 0)], firstVerifiedAt: null }, { verifiedLevel: 0 }, []],
])('ADM-13 alert 5, information updated: %s', (_case, facts, more, expected) => {
  expect(saidBy(informationUpdated.find(facts, numbersOf('INFORMACION'), subject(more)))).toEqual(expected)
})

it('ADM-13 alert 5 ends when the change was verified again; an officer reviews a changed survey', () => {
  const end = (facts: Changes) => plain(informationUpdated.end?.(facts, numbersOf('INFORMACION'), open(5, 10), subject()))
  expect(end({ items: [item('accepted')], surveys: [survey(90, 0)], firstVerifiedAt: null })).toBe('lo que cambió se verificó de nuevo')
  expect(
    end({ items: [item('accepted')], surveys: [{ ...survey(0, 1), answeredAt: hoursAgo(NOW, 1) }, survey(90, 0)], firstVerifiedAt: null }),
  ).toBeNull()
})

const money = (more: Partial<MoneyFacts> = {}): MoneyFacts => ({
  used: { deposit: 0n, withdrawal: 0n },
  waiting: 0n,
  refusals: [],
  usedByMonth: new Map(),
  peers: new Map(),
  months: new Map(),
  survey: null,
  ...more,
})
const used = (deposit: bigint, withdrawal = 0n): Partial<MoneyFacts> => ({
  used: { deposit: deposit * MILLION, withdrawal: withdrawal * MILLION },
})
const refused = (direction: 'deposit' | 'withdrawal', hours: number, maximum = 40n) => ({
  operationId: `r${hours}`,
  direction,
  maximum: maximum * MILLION,
  at: hoursAgo(NOW, hours),
})
const declared = (monthly: bigint | null, yearly: bigint | null = null, days = 100) => ({
  survey: {
    id: 's',
    monthly: monthly && monthly * MILLION,
    yearly: yearly && yearly * MILLION,
    yearlyBand: 1,
    answeredAt: daysAgo(NOW, days),
  },
})
const months = (...totals: [string, bigint, bigint][]): Partial<MoneyFacts> => ({
  months: new Map(totals.map(([month, moved, traded]) => [month, { moved: moved * MILLION, traded: traded * MILLION }])),
})

it.each<[string, Partial<MoneyFacts>, Partial<Subject>, string[]]>([
  ['89 %', used(35n, 35n), {}, []],
  ['90 %', used(36n), {}, ['low: depósitos del mes $ 36.000.000 de $ 40.000.000 (90 %)']],
  ['full, out', used(0n, 40n), {}, ['medium: retiros del mes $ 40.000.000 de $ 40.000.000 (100 %)']],
  ['no limit', used(900n), { verifiedLevel: 3, monthlyMaximum: null }, []],
  ['refused', { refusals: [refused('deposit', 3)] }, {}, ['low: depósitos: operación rechazada por el límite de $ 40.000.000']],
  ['refused at the level before', { refusals: [refused('deposit', 3, 13n)] }, {}, []],
])('ADM-13 alert 13, limits: %s', (_case, facts, more, expected) => {
  expect(saidBy(kycLimit.find(money(facts), numbersOf('LIMITES'), subject(more)))).toEqual(expected)
})

it('ADM-13 G9 alert 13 ends with the month, which is named, and when the use is low again', () => {
  const end = (days: number) => plain(kycLimit.end?.(money(), numbersOf('LIMITES'), open(13, days), subject()))
  expect([end(25), end(2)]).toEqual([
    'terminó octubre de 2026',
    'el uso de noviembre de 2026 está por debajo del 90 % del límite de su nivel',
  ])
})

it.each<[string, Partial<MoneyFacts>, string[]]>([
  ['at the limit', used(40n), []],
  [
    'tokens that wait',
    { ...used(30n), waiting: 15n * MILLION },
    ['medium: depósitos del mes $ 45.000.000, 112 % de su límite de $ 40.000.000'],
  ],
  ['twice', { ...used(30n), waiting: 50n * MILLION }, ['high: depósitos del mes $ 80.000.000, 200 % de su límite de $ 40.000.000']],
  ['what was declared and a fifth', { ...used(12n), ...declared(10n) }, []],
  ['more', { ...used(13n), ...declared(10n) }, ['medium: depósitos del mes $ 13.000.000, 130 % de lo que declaró, $ 10.000.000']],
  ['the open band', { ...used(39n), ...declared(null) }, []],
])('ADM-13 alert 14, deposits above: %s', (_case, facts, expected) => {
  expect(saidBy(depositsExceeded.find(money(facts), numbersOf('DEPOSITOS'), subject()))).toEqual(expected)
})

it.each<[string, Partial<MoneyFacts>, string[]]>([
  ['one refusal', { refusals: [refused('withdrawal', 1)] }, []],
  [
    'two in a day',
    { refusals: [refused('withdrawal', 23), refused('withdrawal', 1)] },
    ['medium: 2 retiros rechazados por el límite en 24 horas'],
  ],
  ['two in two days', { refusals: [refused('withdrawal', 25), refused('withdrawal', 1)] }, []],
  ['two deposits', { refusals: [refused('deposit', 2), refused('deposit', 1)] }, []],
  [
    'what was declared',
    { ...used(0n, 13n), ...declared(10n) },
    ['medium: retiros del mes $ 13.000.000, 130 % de lo que declaró, $ 10.000.000'],
  ],
])('ADM-13 alert 15, withdrawals above: %s', (_case, facts, expected) => {
  expect(saidBy(withdrawalsExceeded.find(money(facts), numbersOf('RETIROS'), subject()))).toEqual(expected)
})

it.each<[string, string[], number, boolean]>([
  ['declared, and a newer survey', ['declared 13'], 1, true],
  ['declared, and the same survey', ['declared 13'], 100, false],
  ['above the limit too', ['declared 13', 'limit 11'], 1, false],
  ['refusals', ['refused 2026-11-19'], 1, false],
])('ADM-13 alerts 14 and 15 end automatically only with a survey that covers: %s', (_case, fingerprints, surveyDays, isOver) => {
  expect(endsOf(money(declared(100n, null, surveyDays)), fingerprints)).toEqual([isOver, isOver])
})

const inMonths = (...totals: [string, bigint][]): Partial<MoneyFacts> => ({
  usedByMonth: new Map(totals.map(([month, used]) => [month, { deposit: used * MILLION, withdrawal: used * MILLION }])),
})
it.each<[string, Partial<MoneyFacts>, string, boolean]>([
  ['as much as was moved', { ...inMonths(['2026-11', 120n]), ...declared(100n, null, 1) }, '2026-11', true],
  ['less than was moved', { ...inMonths(['2026-11', 121n]), ...declared(100n, null, 1) }, '2026-11', false],
  ['less than was moved in the month before', { ...inMonths(['2026-10', 121n]), ...declared(100n, null, 1) }, '2026-10', false],
  ['or more', { ...inMonths(['2026-10', 9_000n]), ...declared(null, null, 1) }, '2026-10', true],
  ['of a month that is no longer read', declared(100n, null, 1), '2025-11', false],
])('ADM-13 alerts 14 and 15 compare the newer survey with that month: %s', (_case, facts, month, isOver) => {
  expect(endsOf(money(facts), ['declared 13'], month)).toEqual([isOver, isOver])
})

function endsOf(facts: MoneyFacts, fingerprints: readonly string[], period = '2026-11') {
  return ([depositsExceeded, withdrawalsExceeded] as const).map((rule) => {
    const found = fingerprints.map((fingerprint) => ({ period, fingerprint, evidence: [] }))
    const why = rule.end?.(facts, { ...numbersOf('DEPOSITOS'), ...numbersOf('RETIROS') }, { ...open(rule.kind, 10), found }, subject())
    return (why ?? null) !== null
  })
}

it.each<[string, Partial<MoneyFacts>, string[]]>([
  ['within', { ...months(['2026-11', 0n, 40n]), ...declared(10n, 40n) }, []],
  [
    'above, over months',
    { ...months(['2026-10', 9n, 30n], ['2026-11', 0n, 20n]), ...declared(10n, 40n) },
    ['medium: compras y ventas de 12 meses $ 50.000.000, 125 % de lo que declaró, $ 40.000.000'],
  ],
  ['nothing declared', months(['2026-11', 0n, 400n]), []],
])('ADM-13 alert 16, volume above: %s', (_case, facts, expected) => {
  expect(saidBy(volumeExceeded.find(money(facts), numbersOf('VOLUMEN'), subject()))).toEqual(expected)
})

it.each<[string, Partial<MoneyFacts>, string[]]>([
  ['299 million', months(['2026-11', 200n, 99n]), []],
  ['300 million', months(['2026-11', 200n, 100n]), ['high: movió $ 300.000.000 en el mes, desde $ 300.000.000']],
  [
    'a thousand in a year',
    months(['2026-03', 0n, 600n], ['2026-09', 0n, 400n]),
    ['high: compras y ventas de 12 meses $ 1.000.000.000, desde $ 1.000.000.000'],
  ],
  [
    'ten times their own',
    months(['2026-06', 4n, 0n], ['2026-07', 4n, 0n], ['2026-08', 4n, 0n], ['2026-09', 4n, 0n], ['2026-11', 40n, 0n]),
    ['high: movió $ 40.000.000 en el mes, y $ 4.000.000 en uno suyo de antes (mediana de 6 meses)'],
  ],
  ['below the floor', months(['2026-08', 1n, 0n], ['2026-09', 1n, 0n], ['2026-10', 1n, 0n], ['2026-11', 39n, 0n]), []],
  ['too few months to compare', months(['2026-10', 1n, 0n], ['2026-11', 40n, 0n]), []],
])('ADM-13 alert 17, high volume: %s', (_case, facts, expected) => {
  expect(saidBy(highVolume.find(money(facts), numbersOf('ALTO_VOLUMEN'), subject()))).toEqual(expected)
  expect(highVolume.end).toBeUndefined()
})

const signIn = (hours: number, ip: string, more: Partial<SignIn> = {}): SignIn => ({
  id: `s${hours}`,
  at: hoursAgo(NOW, hours),
  ip,
  country: 'CO',
  place: 'Bogotá, Colombia',
  latitude: null,
  longitude: null,
  confirmedAt: null,
  deniedAt: null,
  ...more,
})
const from = (...signIns: SignIn[]): SignInFacts => ({ signIns, shared: [], residence: null })

it.each<[string, SignInFacts, string[]]>([
  ['two networks in a day', from(signIn(20, '190.1.2.3'), signIn(9, '190.1.3.3'), signIn(2, '190.1.3.99')), []],
  [
    'three in a day',
    from(signIn(20, '190.1.2.3'), signIn(9, '190.1.3.3'), signIn(2, '2800:e0:1:2::1')),
    ['medium: 3 redes en 24 horas: 190.1.2.0/24, 190.1.3.0/24, 2800:e0:1::/48'],
  ],
  ['three in two days', from(signIn(30, '190.1.2.3'), signIn(9, '190.1.3.3'), signIn(2, '190.1.4.3')), []],
  ['three, each confirmed by the person', from(...[20, 9, 2].map((hours) => signIn(hours, `190.1.${hours}.3`, { confirmedAt: NOW }))), []],
  [
    'abroad',
    from(signIn(300, '190.1.2.3'), signIn(2, '80.1.2.3', { country: 'ES' })),
    ['medium: ingreso desde España, donde no vive ni había estado'],
  ],
  ['abroad again', from(signIn(1000, '80.1.2.3', { country: 'ES' }), signIn(2, '80.1.2.3', { country: 'ES' })), []],
  ['abroad, where they live', { ...from(signIn(2, '80.1.2.3', { country: 'ES' })), residence: 'ES' }, []],
  ['denied by the person', from(signIn(2, '80.1.2.3', { deniedAt: NOW })), ['high: la persona negó el ingreso desde 80.1.2.0/24']],
  ['two on one network', { ...from(), shared: [{ what: 'network', id: '190.1.2.3', accounts: 2 }] }, []],
  [
    'three on one network',
    { ...from(), shared: [{ what: 'network', id: '190.1.2.3', accounts: 3 }] },
    ['medium: 3 cuentas entraron desde la red 190.1.2.0/24 en 7 días'],
  ],
  ['a carrier', { ...from(), shared: [{ what: 'network', id: '190.1.2.3', accounts: 20 }] }, []],
  [
    'one browser of many',
    { ...from(), shared: [{ what: 'device', id: 'abc', accounts: 40 }] },
    ['medium: 40 cuentas entraron desde el mismo dispositivo en 7 días'],
  ],
])('ADM-13 alert 4, places: %s', (_case, facts, expected) => {
  expect(saidBy(places.find(facts, numbersOf('INGRESOS'), subject()))).toEqual(expected)
})

const raisedFor = (fingerprint: string, ...ids: string[]) => [
  { period: 'p', fingerprint, evidence: ids.map((id) => ({ type: 'sign_in', id }) as const) },
]
it.each<[string, SignInFacts, number, RaisedFinding[], boolean]>([
  ['a quiet month', from(signIn(800, '190.1.2.3')), 31, [], true],
  ['a month that was not', from(signIn(100, '190.1.2.3')), 5, [], false],
  ['all confirmed', from(signIn(100, '190.1.2.3', { confirmedAt: NOW })), 5, raisedFor('networks 3', 's100'), true],
  [
    'another sign-in from the same address confirmed',
    from(signIn(100, '190.1.2.3'), signIn(90, '190.1.2.3', { confirmedAt: NOW })),
    5,
    raisedFor('country', 's100'),
    true,
  ],
  [
    'one of two confirmed',
    from(signIn(100, '190.1.2.3', { confirmedAt: NOW }), signIn(90, '190.1.9.3')),
    5,
    raisedFor('speed', 's100', 's90'),
    false,
  ],
  [
    'a browser that many share, and a sign-in that was confirmed',
    from(signIn(100, '190.1.2.3', { confirmedAt: NOW })),
    5,
    [...raisedFor('country', 's100'), { period: 'abc', fingerprint: 'device 3', evidence: [{ type: 'device', id: 'abc' }] }],
    false,
  ],
  ['denied, however long ago', from(signIn(745, '190.1.2.3', { deniedAt: NOW })), 31, [], false],
  ['denied, and nothing is known of it any more', from(), 400, raisedFor('denied', 's9600'), false],
])('ADM-13 alert 4 ends automatically: %s', (_case, facts, days, found, isOver) => {
  const alert = { ...open(4, days), found }
  expect((places.end?.(facts, numbersOf('INGRESOS'), alert, subject()) ?? null) !== null).toBe(isOver)
})

const [BOGOTA, MEDELLIN, MADRID] = [
  { place: 'Bogotá, Colombia', latitude: 4.6, longitude: -74.1 },
  { place: 'Medellín, Colombia', latitude: 6.2, longitude: -75.6 },
  { place: 'Madrid, España', latitude: 40.4, longitude: -3.7, country: 'ES' },
]
it.each<[string, SignIn[], string[]]>([
  ['a flight', [signIn(13, '190.1.1.1', BOGOTA), signIn(2, '80.1.1.1', MADRID)], []],
  [
    'no flight',
    [signIn(10, '190.1.1.1', BOGOTA), signIn(2, '80.1.1.1', MADRID)],
    ['medium: ingreso desde Madrid, España 8 horas después de otro desde Bogotá, Colombia, a 8022 km'],
  ],
  [
    'two cities of Colombia in a moment',
    [signIn(2, '190.1.1.1', BOGOTA), signIn(2, '181.1.1.1', MEDELLIN)],
    ['medium: ingreso desde Medellín, Colombia 0 minutos después de otro desde Bogotá, Colombia, a 243 km'],
  ],
  ['the same two within what may be wrong', [signIn(2.2, '190.1.1.1', BOGOTA), signIn(2, '181.1.1.1', MEDELLIN)], []],
  ['one of an unknown place between', [signIn(13, '190.1.1.1', BOGOTA), signIn(12, '9.9.9.9'), signIn(2, '80.1.1.1', MADRID)], []],
  [
    'both confirmed',
    [signIn(10, '190.1.1.1', { ...BOGOTA, confirmedAt: NOW }), signIn(2, '80.1.1.1', { ...MADRID, confirmedAt: NOW })],
    [],
  ],
])('ADM-13 alert 4, speed: %s', (_case, signIns, expected) => {
  const found = places.find({ ...from(...signIns), residence: 'ES' }, numbersOf('INGRESOS'), subject())
  expect(saidBy(found.filter(({ fingerprint }) => fingerprint === 'speed'))).toEqual(expected)
})

it('ADM-13 alert 1: each alert and each submission of documents is a novelty once', () => {
  const find = (since: Date | null, more: Partial<Subject>) =>
    novelty.find({ documents: since && { since, itemIds: ['i'] }, found: null, expired: null }, numbersOf('NOVEDADES'), subject(more))
  expect(find(null, {})).toEqual([])
  expect(saidBy(find(NOW, { openAlerts: [open(1, 3), open(13, 2)] }))).toEqual([
    'low: se activó la alerta Límites KYC',
    'low: envió documentos por revisar',
  ])
  const [one, other] = [open(13, 2), open(13, 1)].map((alert) => find(null, { openAlerts: [alert] })[0])
  expect([one?.period, one?.fingerprint === other?.fingerprint]).toEqual([other?.period, false])
  const found = { checkId: 'c1', at: NOW, gravest: 'Alto' }
  expect(saidBy(novelty.find({ documents: null, found, expired: null }, numbersOf('NOVEDADES'), subject()))).toEqual([
    'high: la consulta de antecedentes encontró hallazgos de gravedad «Alto»',
  ])
})

const moved = (direction: 'in' | 'out', millions: number, hours: number): Movement => ({
  id: `${direction}${hours}`,
  direction,
  valueCop: BigInt(Math.round(millions * 100)) * 1_000_000n,
  asset: 'COP',
  amount: BigInt(Math.round(millions * 100)) * (MILLION / 100n),
  at: hoursAgo(NOW, hours),
  endedAt: hoursAgo(NOW, hours),
})
const did = (days: number, millions = 5) => ({ at: daysAgo(NOW, days), valueCop: BigInt(Math.round(millions * 100)) * 1_000_000n })
const flow = (movements: Movement[], more: Partial<MovementFacts> = {}): MovementFacts => ({
  movements: movements.sort((one, other) => one.at.getTime() - other.at.getTime()),
  activity: [did(40)],
  firstVerifiedAt: daysAgo(NOW, 300),
  profile: null,
  ...more,
})

it.each<[string, MovementFacts, string[]]>([
  ['two below ten million', flow([moved('in', 9, 30), moved('in', 9.9, 20)]), []],
  [
    'three',
    flow([moved('in', 9, 30), moved('out', 9.9, 20), moved('in', 8, 2)]),
    ['high: 3 operaciones en 7 días entre el 80 % y el 100 % de $ 10.000.000, en total $ 26.900.000'],
  ],
  ['three, one of them at it', flow([moved('in', 9, 30), moved('in', 10, 20), moved('in', 8, 2)]), []],
  ['three, one of them far below', flow([moved('in', 9, 30), moved('in', 7.9, 20), moved('in', 8, 2)]), []],
  ['three in more than a week', flow([moved('in', 9, 170), moved('in', 9, 20), moved('in', 8, 2)]), []],
  [
    'three below the limit of the month',
    flow([moved('in', 33, 30), moved('out', 39, 20), moved('out', 35, 2)]),
    ['high: 3 operaciones en 7 días entre el 80 % y el 100 % de $ 40.000.000, en total $ 107.000.000'],
  ],
])('ADM-13 alert 18, structuring: %s', (_case, facts, expected) => {
  expect(saidBy(structuring.find(facts, numbersOf('FRACCIONAMIENTO'), subject()))).toEqual(expected)
})

const twice = [moved('in', 6, 300), moved('out', 5.5, 290), moved('in', 6, 100), moved('out', 6, 80)]
it.each<[string, Movement[], number]>([
  ['twice', twice, 1],
  ['once', twice.slice(0, 2), 0],
  ['the second leaves after a day', [...twice.slice(0, 3), moved('out', 6, 75)], 0],
  ['the second keeps a fifth', [...twice.slice(0, 3), moved('out', 4.8, 80)], 0],
  ['small ones', [moved('in', 4, 300), moved('out', 4, 290), moved('in', 4, 100), moved('out', 4, 80)], 0],
  ['one withdrawal is not counted for two deposits', [moved('in', 6, 101), moved('in', 6, 100), moved('out', 6, 90)], 0],
  ['before the deposit', [moved('out', 6, 301), moved('in', 6, 300), moved('in', 6, 100), moved('out', 6, 80)], 0],
])('ADM-13 alert 18, in and out: %s', (_case, movements, found) => {
  const findings = inAndOut.find(flow(movements), numbersOf('ENTRADA_Y_SALIDA'), subject())
  expect(findings).toHaveLength(found)
  if (found > 0)
    expect(saidBy(findings)).toEqual([
      'high: 2 depósitos en 30 días salieron casi enteros en 24 horas; el último, $ 6.000.000 y salieron $ 6.000.000',
    ])
})

it.each<[string, MovementFacts, Partial<Subject>, string[]]>([
  [
    'active again',
    flow([moved('in', 6, 70), moved('in', 4, 1)], { activity: [did(200)] }),
    {},
    ['medium: 197 días sin movimientos, y $ 10.000.000 en 72 horas'],
  ],
  ['active again slowly', flow([moved('in', 6, 80), moved('in', 4, 1)], { activity: [did(200)] }), {}, []],
  ['never moved', flow([moved('in', 10, 1)], { activity: [] }), {}, ['medium: 399 días sin movimientos, y $ 10.000.000 en 72 horas']],
  ['new', flow([moved('in', 10, 1)], { activity: [] }), { createdAt: daysAgo(NOW, 20) }, []],
  ['never inactive', flow([moved('in', 20, 1)], { activity: [did(90)] }), {}, []],
  [
    'a decoy first',
    flow([moved('in', 0.01, 79), moved('in', 90, 1)], { activity: [did(200), did(60, 0.01)] }),
    {},
    ['medium: 199 días sin movimientos de $ 900.000 o más, y $ 90.000.000 en 72 horas'],
  ],
  [
    'a decoy that is no small sum, a week before',
    flow([moved('in', 5, 168), moved('in', 90, 1)], { activity: [did(200)] }),
    {},
    ['medium: 193 días sin movimientos, y $ 90.000.000 en 72 horas'],
  ],
  ['active again for two months', flow([moved('in', 90, 1)], { activity: [did(250), did(60)] }), {}, []],
  ['small beside the sum, for half a year', flow([moved('in', 90, 1)], { activity: [did(90, 1), did(60, 1), did(35, 1)] }), {}, []],
])('ADM-13 alert 18, dormant: %s', (_case, facts, more, expected) => {
  expect(saidBy(dormant.find(facts, numbersOf('CUENTA_DORMIDA'), subject(more)))).toEqual(expected)
})

it.each<[string, MovementFacts, string[]]>([
  [
    'most of it in a week',
    flow([moved('in', 32, 20)], { firstVerifiedAt: daysAgo(NOW, 2) }),
    ['medium: verificada hace menos de 7 días y ya movió $ 32.000.000, 80 % de su límite'],
  ],
  ['less', flow([moved('in', 31.9, 20)], { firstVerifiedAt: daysAgo(NOW, 2) }), []],
  ['in and out apart', flow([moved('in', 20, 20), moved('out', 20, 10)], { firstVerifiedAt: daysAgo(NOW, 2) }), []],
  ['later', flow([moved('in', 40, 20)], { firstVerifiedAt: daysAgo(NOW, 8) }), []],
  ['since an unknown time', flow([moved('in', 40, 20)], { firstVerifiedAt: null }), []],
])('ADM-13 alert 18, new account: %s', (_case, facts, expected) => {
  expect(saidBy(newAccount.find(facts, numbersOf('CUENTA_NUEVA'), subject()))).toEqual(expected)
})

const paidBy = (payer: number, days: number) => ({ id: `p${payer} ${days}`, payer: `${payer}`, at: daysAgo(NOW, days) })
const payersEach = (count: number, days: number) => Array.from({ length: count }, (_, payer) => paidBy(payer, days))
it.each<[string, ReturnType<typeof paidBy>[], string[]]>([
  ['five in a week', payersEach(5, 6.99), ['medium: 5 terceros le pagaron en 7 días, 5 depósitos']],
  ['the first of five a week ago', [paidBy(9, 7), ...payersEach(4, 1)], []],
  ['four', payersEach(4, 1), []],
  ['four, one of them twice', [...payersEach(4, 2), paidBy(3, 1)], []],
  ['five, one of them twice', [...payersEach(5, 2), paidBy(3, 1)], ['medium: 5 terceros le pagaron en 7 días, 6 depósitos']],
])('ADM-13 alert 18, several payers: %s', (_case, facts, expected) => {
  expect(saidBy(manyPayers.find(facts, numbersOf('VARIOS_PAGADORES'), subject()))).toEqual(expected)
})

it('ADM-13 alert 18, several payers: another payer is another finding, another payment by one of them is not', () => {
  const keysOf = (deposits: ReturnType<typeof paidBy>[]) =>
    manyPayers.find(deposits, numbersOf('VARIOS_PAGADORES'), subject()).map(({ period, fingerprint }) => `${period} ${fingerprint}`)
  const five = payersEach(5, 2)
  expect(keysOf([...five, paidBy(3, 1)])).toEqual(keysOf(five))
  expect(keysOf([...five, paidBy(7, 1)])).not.toEqual(keysOf(five))
})

const paidTo = (place: number, days: number, firstDays = days) => ({
  id: `d${place} ${days}`,
  destination: `${place}`,
  at: daysAgo(NOW, days),
  firstAt: daysAgo(NOW, firstDays),
})
const placesEach = (count: number, days: number, firstDays = days) =>
  Array.from({ length: count }, (_, place) => paidTo(place, days, firstDays))
it.each<[string, ReturnType<typeof paidTo>[], string[]]>([
  ['five in a week', placesEach(5, 6.99), ['medium: 5 retiros a 5 destinos nuevos en 7 días']],
  ['four', [...placesEach(4, 2), paidTo(3, 1, 2)], []],
  ['five, one of them paid before', [...placesEach(4, 1), paidTo(9, 1, 7)], []],
  ['five known ones', placesEach(5, 1, 60), []],
  ['one of five paid twice', [...placesEach(5, 2), paidTo(3, 1, 2)], ['medium: 6 retiros a 5 destinos nuevos en 7 días']],
])('ADM-13 alert 18, new destinations: %s', (_case, facts, expected) => {
  expect(saidBy(newDestinations.find(facts, numbersOf('DESTINOS_NUEVOS'), subject()))).toEqual(expected)
})

const round = (count: number, hours = 20): Movement[] => Array.from({ length: count }, () => moved('in', 3, hours))
const odd = (count: number): Movement[] => Array.from({ length: count }, () => moved('out', 3.1, 10))
const dollars = (units: bigint): Movement => ({ ...moved('in', 0.1, 5), asset: 'USDT', amount: units })
it.each<[string, Movement[], string[]]>([
  ['seven of ten', [...round(7), ...odd(3)], ['medium: 7 de 10 operaciones en 30 días son de montos redondos']],
  ['six of ten', [...round(6), ...odd(4)], []],
  ['nine, all of them', round(9), []],
  ['nine and one that is more than a month old', [...round(1, 720), ...round(9)], []],
  ['dollars too', [...round(6), dollars(1_500_000_000n), ...odd(3)], ['medium: 7 de 10 operaciones en 30 días son de montos redondos']],
  ['dollars and a millionth', [...round(6), dollars(1_500_000_001n), ...odd(3)], []],
  ['never bitcoin', [...round(6), { ...dollars(500_000_000n), asset: 'BTC' }, ...odd(3)], []],
])('ADM-13 alert 18, round amounts: %s', (_case, movements, expected) => {
  expect(saidBy(roundAmounts.find(flow(movements), numbersOf('MONTOS_REDONDOS'), subject()))).toEqual(expected)
})

const [EMPLOYEE, PENSIONER, STUDENT, NO_ACTIVITY, EMPLOYED] = [11, 18, 20, 31, 29]
it.each<[string, Movement[], MovementFacts['profile'], string[]]>([
  [
    'a student',
    [moved('in', 3, 40), moved('in', 2.01, 20), moved('out', 5, 10)],
    { occupationId: STUDENT, activityId: EMPLOYED },
    ['medium: depósitos de 30 días $ 5.010.000; de su perfil, sin ingresos propios, se esperan hasta $ 5.000.000'],
  ],
  ['a student, up to it', [moved('in', 3, 40), moved('in', 2, 20)], { occupationId: STUDENT, activityId: null }, []],
  ['a student, a month ago', [moved('in', 9, 720)], { occupationId: STUDENT, activityId: null }, []],
  ['an employee', [moved('in', 25, 40)], { occupationId: EMPLOYEE, activityId: EMPLOYED }, []],
  [
    'an employee, out',
    [moved('out', 25.01, 40)],
    { occupationId: EMPLOYEE, activityId: EMPLOYED },
    ['medium: retiros de 30 días $ 25.010.000; de su perfil, empleado, se esperan hasta $ 25.000.000'],
  ],
  [
    'without activity, whatever the occupation',
    [moved('in', 6, 40)],
    { occupationId: EMPLOYEE, activityId: NO_ACTIVITY },
    ['medium: depósitos de 30 días $ 6.000.000; de su perfil, sin ingresos propios, se esperan hasta $ 5.000.000'],
  ],
  ['a pensioner has no activity', [moved('in', 15, 40)], { occupationId: PENSIONER, activityId: NO_ACTIVITY }, []],
  ['not stated', [moved('in', 900, 40)], null, []],
])('ADM-13 alert 18, not in line with the profile: %s', (_case, movements, profile, expected) => {
  expect(saidBy(profileExceeded.find(flow(movements, { profile }), numbersOf('PERFIL'), subject()))).toEqual(expected)
})

it('ADM-13 alert 18, not in line with the profile: every occupation of the code list has a row, and the activities are those of the DIAN', () => {
  const lists = createParameters()
  for (let id = 11; lists.occupation(id); id++) expect(OF_OCCUPATION.has(id), lists.occupation(id)?.name).toBe(true)
  for (const id of OF_OCCUPATION.keys()) expect(lists.occupation(id)).not.toBeNull()
  expect(lists.occupation(PENSIONER)?.name).toContain('Pensionado')
  expect(ACTIVITIES_WITHOUT_INCOME.map((id) => lists.economicActivity(id)?.code)).toEqual(['0081', '0082'])
})

const circle = (more: Partial<Cycle> = {}): Cycle => ({
  outId: 'out',
  inId: 'in',
  through: ['b', 'c', 'd', 'e'],
  startedAt: daysAgo(NOW, 29.99),
  at: daysAgo(NOW, 1),
  value: MILLION,
  least: (MILLION * 9n) / 10n,
  most: (MILLION * 11n) / 10n,
  ...more,
})
it.each<[string, Cycle[], string[]]>([
  ['five hops, a tenth more and less', [circle()], ['high: $ 1.000.000 volvieron por 4 otros clientes, en 5 pasos']],
  ['six hops', [circle({ through: ['b', 'c', 'd', 'e', 'f'] })], []],
  ['a cent less than a tenth less', [circle({ least: (MILLION * 9n) / 10n - 1n })], []],
  ['a cent more than a tenth more', [circle({ most: (MILLION * 11n) / 10n + 1n })], []],
  ['a month ago', [circle({ startedAt: daysAgo(NOW, 30) })], []],
  ['small', [circle({ value: MILLION / 2n - 1n, least: MILLION / 2n - 1n, most: MILLION / 2n - 1n })], []],
  [
    'the same money by two ways: the shorter',
    [circle(), circle({ through: ['b'] })],
    ['high: $ 1.000.000 volvieron por 1 otro cliente, en 2 pasos'],
  ],
])('ADM-13 alert 18, a cycle: %s', (_case, facts, expected) => {
  expect(saidBy(cycle.find(facts, numbersOf('CICLO'), subject()))).toEqual(expected)
})

it('ADM-13 only an officer closes alerts 17 and 18', () => {
  for (const rule of [highVolume, structuring, inAndOut, dormant, newAccount, manyPayers, newDestinations, roundAmounts])
    expect(rule.end).toBeUndefined()
})

const documents = (more: Partial<IdentityDocuments> = {}): IdentityDocuments => ({
  document: { itemId: 'i', expiresOn: null },
  registers: { document: null, rutState: null, rutNumber: null },
  nit: null,
  ...more,
})
const goodUntil = (expiresOn: string | null): Partial<IdentityDocuments> => ({ document: { itemId: 'i', expiresOn } })
const register = (name: keyof IdentityDocuments['registers'], isFine: boolean): Partial<IdentityDocuments> => ({
  registers: { document: null, rutState: null, rutNumber: null, [name]: { checkId: 'c', isFine } },
})
const EXPIRED = 'medium: el documento con que se verificó venció el 2026-11-19'
const NOT_CURRENT = 'medium: la Registraduría no da su cédula por vigente, según la consulta de antecedentes'

it.each<[string, Partial<IdentityDocuments>, Partial<Subject>, string[], boolean]>([
  ['without a read date of expiry', goodUntil(null), {}, [], true],
  ['its last day', goodUntil('2026-11-20'), {}, [], true],
  ['the day after', goodUntil('2026-11-19'), {}, [EXPIRED], false],
  ['of a person without a level, who has not another yet', goodUntil('2026-11-19'), { verifiedLevel: 0 }, [], false],
  ['no document was ever accepted', { document: null }, { verifiedLevel: 0 }, [], true],
  ['the Registraduría has it as current', register('document', true), {}, [], true],
  ['the Registraduría has it otherwise', register('document', false), {}, [NOT_CURRENT], false],
  ['both', { ...goodUntil('2026-11-19'), ...register('document', false) }, {}, [EXPIRED, NOT_CURRENT], false],
])('ADM-13 alert 7, document expired or not current: %s', (_case, facts, more, expected, isOver) => {
  expect(saidBy(documentExpired.find(documents(facts), numbersOf('DOCUMENTO_VENCIDO'), subject(more)))).toEqual(expected)
  const why = documentExpired.end?.(documents(facts), numbersOf('DOCUMENTO_VENCIDO'), open(7, 3), subject(more)) ?? null
  expect(why !== null).toBe(isOver)
})

const nit = (number: string, before: string | null = null): Partial<IdentityDocuments> => ({
  nit: { itemId: 'new', number, before: before === null ? null : { itemId: 'old', number: before } },
})
it.each<[string, Partial<IdentityDocuments>, string[]]>([
  ['nothing', {}, []],
  ['as it should be', nit('890.903.938-8'), []],
  ['without its check digit', nit('890.903.938'), []],
  ['another check digit', nit('890.903.938-7'), ['medium: el dígito de verificación del NIT que envió no corresponde']],
  ['the same, written otherwise', nit('890903938', '890.903.938-8'), []],
  ['another than was accepted', nit('899.999.068-1', '890.903.938-8'), ['medium: el NIT que envió no es el que se le había aceptado']],
  ['an active RUT', register('rutState', true), []],
  ['a RUT that is not', register('rutState', false), ['medium: el RUT no está activo, según la consulta de antecedentes']],
  [
    'the NIT of the RUT is another',
    register('rutNumber', false),
    ['medium: el RUT tiene otro NIT que el que declaró, según la consulta de antecedentes'],
  ],
])('ADM-13 alert 7, NIT or RUT inconsistent: %s', (_case, facts, expected) => {
  expect(saidBy(nitDiffers.find(documents(facts), numbersOf('NIT_RUT'), subject()))).toEqual(expected)
  expect(nitDiffers.end).toBeUndefined()
})

it('ADM-13 alert 7, NIT: a different NIT refers to both', () => {
  const [finding] = nitDiffers.find(documents(nit('899.999.068-1', '890.903.938-8')), numbersOf('NIT_RUT'), subject())
  expect(finding?.evidence.map(({ id }) => id)).toEqual(['old', 'new'])
})

it.each<[string, SignInFacts['shared'][number], string[]]>([
  ['two', { what: 'device', id: 'd', accounts: 2 }, []],
  ['three', { what: 'device', id: 'd', accounts: 3 }, ['medium: 3 clientes entraron desde el mismo dispositivo en 7 días']],
  ['many', { what: 'device', id: 'd', accounts: 10 }, ['high: 10 clientes entraron desde el mismo dispositivo en 7 días']],
  ['a network of three', { what: 'network', id: '190.24.1.0', accounts: 3 }, []],
])('ADM-13 alert 7, customers on one device: %s', (_case, one, expected) => {
  expect(saidBy(sharedDevice.find({ ...from(), shared: [one] }, numbersOf('DISPOSITIVO_COMPARTIDO'), subject()))).toEqual(expected)
  expect(sharedDevice.end).toBeUndefined()
})

it('ADM-13 alert 7, one device: one more customer is no new finding, also in another month', () => {
  const keyOf = (accounts: number, now: Date) =>
    sharedDevice
      .find({ ...from(), shared: [{ what: 'device', id: 'd', accounts }] }, numbersOf('DISPOSITIVO_COMPARTIDO'), subject({ now }))
      .map(({ severity, period, fingerprint }) => `${severity} ${period} ${fingerprint}`)
  expect(keyOf(4, new Date('2027-01-20T15:00:00Z'))).toEqual(keyOf(3, NOW))
  expect(keyOf(10, NOW)).not.toEqual(keyOf(3, NOW))
  expect(keyOf(10, NOW), 'the catalogue names the gravest').toEqual([`${ALERT_RULES.DISPOSITIVO_COMPARTIDO.severity} d shared`])
})

it.each<[string, SignInFacts, string[]]>([
  ['not denied', from(signIn(2, '200.21.1.1')), []],
  ['a confirmed one', from(signIn(2, '200.21.1.1', { confirmedAt: NOW })), []],
  [
    'a denied one',
    from(signIn(2, '200.21.1.1', { deniedAt: hoursAgo(NOW, 1) })),
    ['medium: la persona negó el ingreso desde 200.21.1.0/24'],
  ],
  ['denied a month ago', from(signIn(800, '200.21.1.1', { deniedAt: daysAgo(NOW, 30) })), []],
])('ADM-13 alert 7, denied sign-in: %s', (_case, facts, expected) => {
  expect(saidBy(deniedSignIn.find(facts, numbersOf('INGRESO_NEGADO'), subject()))).toEqual(expected)
  expect(deniedSignIn.end).toBeUndefined()
})

/** Friday; with the holiday of November 16, ten business days before it is Thursday, November 5. */
const wanted = (askedAt: string, more: Partial<Asked> = {}): Asked => ({
  id: 'r',
  isRenewal: true,
  askedAt: new Date(askedAt),
  isAnswered: false,
  itemIds: ['i'],
  ...more,
})
const DECLINED = { id: 'natural-2', isRenewal: false }
const RENEWAL_LATE = 'medium: no ha enviado la actualización que se le pidió el 2026-11-05: pasaron 10 días hábiles'

it.each<[string, Asked[], Partial<Subject>, string[]]>([
  ['nothing was asked for', [], {}, []],
  ['nine business days ago', [wanted('2026-11-06T15:00:00Z')], {}, []],
  ['ten', [wanted('2026-11-05T15:00:00Z')], {}, [RENEWAL_LATE]],
  ['an hour less', [wanted('2026-11-05T16:00:00Z')], {}, []],
  ['it waits for a reviewer', [wanted('2026-11-05T15:00:00Z', { isAnswered: true })], {}, []],
  ['a renewal, of a person without a level', [wanted('2026-11-05T15:00:00Z')], { verifiedLevel: 0 }, [RENEWAL_LATE]],
  [
    'documents of a higher level that were declined',
    [wanted('2026-11-05T15:00:00Z', DECLINED)],
    { verifiedLevel: 1 },
    ['low: no ha enviado de nuevo lo que se le devolvió el 2026-11-05: pasaron 10 días hábiles'],
  ],
  ['documents of a visitor that were declined', [wanted('2026-11-05T15:00:00Z', DECLINED)], { verifiedLevel: 0 }, []],
])('ADM-13 alert 7, no answer: %s', (_case, facts, more, expected) => {
  expect(saidBy(unanswered.find(facts, numbersOf('SIN_RESPUESTA'), subject(more)))).toEqual(expected)
})

it('ADM-13 alert 7, no answer: ends when it was accepted or is no longer requested, and not while it waits or is declined again', () => {
  const alert = { ...open(7, 3), found: [{ period: 'r 2026-11-05', fingerprint: 'unanswered', evidence: [] }] }
  const end = (facts: Asked[]) => plain(unanswered.end?.(facts, numbersOf('SIN_RESPUESTA'), alert, subject()))
  expect(end([wanted('2026-11-05T15:00:00Z', { isAnswered: true })])).toBeNull()
  expect(end([wanted('2026-11-19T15:00:00Z')])).toBeNull()
  expect(end([wanted('2026-11-05T15:00:00Z', { id: 'another' })])).toBe('lo que se pidió se aceptó, o ya no se pide')
  expect(end([])).toBe('lo que se pidió se aceptó, o ya no se pide')
})
