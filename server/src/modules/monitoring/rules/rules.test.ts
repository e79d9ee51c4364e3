/** Each rule on plain facts: what raises it, what does not, what ends it. */
import { firstValues } from '@tunjo/contract/alert-rule-catalogue'
import { expect, it } from 'vitest'
import type { MoneyFacts } from '../facts/money.ts'
import type { Movement, MovementFacts } from '../facts/movements.ts'
import type { SignIn, SignInFacts } from '../facts/sign-ins.ts'
import { numbersOf as numbersFrom, type RuleName } from '../numbers.ts'
import { daysAgo, hoursAgo } from '../times.ts'
import type { OpenAlert, Subject } from '../types.ts'
import { type BankAccount, bankAccountChanged } from './bank-account-changed.ts'
import { depositsExceeded, withdrawalsExceeded } from './declared-exceeded.ts'
import { dormant } from './dormant.ts'
import { type EmailChange, emailChanged } from './email-changed.ts'
import { highVolume } from './high-volume.ts'
import { inAndOut } from './in-and-out.ts'
import { type Changes, informationUpdated } from './information-updated.ts'
import { kycLimit } from './kyc-limit.ts'
import { newAccount } from './new-account.ts'
import { novelty } from './novelty.ts'
import { places } from './places.ts'
import { structuring } from './structuring.ts'
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
  kind,
  typeId: null,
  openedAt: daysAgo(NOW, daysOpen),
  lastSeenAt: daysAgo(NOW, daysOpen),
  isByRule: true,
  found: [],
})
const numbersOf = <Name extends RuleName>(name: Name) => numbersFrom(name, firstValues(name))
const saidBy = (findings: readonly { severity: string; values: string }[]) =>
  findings.map(({ severity, values }) => `${severity}: ${values}`)

const email = (days: number, more: Partial<EmailChange> = {}): EmailChange => ({
  id: 'e',
  changedAt: daysAgo(NOW, days),
  hasBothMailboxes: true,
  undoneAt: null,
  ...more,
})
const BOTH = 'correo cambiado, confirmado desde los dos buzones'

it.each<[string, EmailChange[], Partial<Subject>, string[]]>([
  ['nothing changed', [], {}, []],
  ['yesterday', [email(1)], {}, [`low: ${BOTH}`]],
  ['a month ago and a second', [email(30)], {}, []],
  ['a moment before a month is over', [email(29.99)], {}, [`low: ${BOTH}`]],
  ['of an account without a level', [email(1)], { verifiedLevel: 0 }, []],
  ['with another place two days ago', [email(1)], { openAlerts: [open(4, 2)] }, [`high: ${BOTH}`]],
  ['with another bank account four days ago', [email(1)], { openAlerts: [open(11, 4)] }, [`low: ${BOTH}`]],
  ['undone', [email(1, { undoneAt: NOW })], {}, ['high: cambio deshecho por el titular desde el correo anterior']],
])('ADM-13 alert 8, e-mail changed: %s', (_case, facts, more, expected) => {
  expect(saidBy(emailChanged.find(facts, numbersOf('EMAIL'), subject(more)))).toEqual(expected)
})

it.each<[string, EmailChange[], boolean]>([
  ['both mailboxes confirmed it', [email(31)], true],
  ['one did not', [email(31, { hasBothMailboxes: false })], false],
  ['it was undone', [email(31, { undoneAt: NOW })], false],
  ['nobody knows of what', [], false],
])('ADM-13 alert 8 ends by itself: %s', (_case, facts, isOver) => {
  const why = emailChanged.end?.(facts, numbersOf('EMAIL'), open(8, 31), subject()) ?? null
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
  const end = (facts: BankAccount[]) => bankAccountChanged.end?.(facts, numbersOf('CUENTA_BANCARIA'), open(11, 10), subject())
  expect(end([bank(90), bank(5, { firstPaidAt: NOW })])).toBe('un retiro a la cuenta se pagó a nombre del titular')
  expect(end([bank(90), bank(5)])).toBe('30 días sin otro cambio')
})

const item = (state: 'pending' | 'accepted' | 'declined', fields: string[] | null = null): Changes['items'][number] => ({
  id: 'i',
  form: 'natural-1',
  slot: fields ? 'fields' : 'selfie',
  state,
  fields,
})
const survey = (days: number, responseA: number) => ({ responseA, responseB: 0, answeredAt: daysAgo(NOW, days) })

it.each<[string, Changes, Partial<Subject>, string[]]>([
  ['nothing', { items: [], surveys: [survey(1, 0)] }, {}, []],
  ['a file', { items: [item('pending')], surveys: [] }, {}, ['low: nivel 1: se envió de nuevo: selfie']],
  ['fields', { items: [item('declined', ['homeAddress'])], surveys: [] }, {}, ['low: nivel 1: se envió de nuevo: dirección']],
  ['verified again', { items: [item('accepted')], surveys: [] }, {}, []],
  ['the survey', { items: [], surveys: [survey(1, 3), survey(9, 0)] }, {}, ['low: encuesta: rangos 1/1 antes, 4/1 ahora']],
  ['the survey before any level', { items: [], surveys: [survey(1, 3), survey(9, 0)] }, { verifiedLevel: 0 }, []],
])('ADM-13 alert 5, information updated: %s', (_case, facts, more, expected) => {
  expect(saidBy(informationUpdated.find(facts, numbersOf('INFORMACION'), subject(more)))).toEqual(expected)
})

it('ADM-13 alert 5 ends when what changed was verified again; a changed survey an officer looks at', () => {
  const end = (facts: Changes) => informationUpdated.end?.(facts, numbersOf('INFORMACION'), open(5, 10), subject()) ?? null
  expect(end({ items: [item('accepted')], surveys: [survey(90, 0)] })).toBe('lo que cambió se verificó de nuevo')
  expect(end({ items: [item('accepted')], surveys: [{ ...survey(0, 1), answeredAt: hoursAgo(NOW, 1) }, survey(90, 0)] })).toBeNull()
})

const money = (more: Partial<MoneyFacts> = {}): MoneyFacts => ({
  used: { deposit: 0n, withdrawal: 0n },
  waiting: 0n,
  refusals: [],
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
  survey: { monthly: monthly && monthly * MILLION, yearly: yearly && yearly * MILLION, answeredAt: daysAgo(NOW, days) },
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

it('ADM-13 alert 13 ends with the month, and when the use is low again', () => {
  const end = (days: number) => kycLimit.end?.(money(), numbersOf('LIMITES'), open(13, days), subject())
  expect([end(25), end(2)]).toEqual(['empezó otro mes', 'el uso del mes está por debajo del 90 % del límite de su nivel'])
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
])('ADM-13 alerts 14 and 15 end by themselves only with a survey that covers: %s', (_case, fingerprints, surveyDays, isOver) => {
  for (const [rule, numbers] of [
    [depositsExceeded, numbersOf('DEPOSITOS')],
    [withdrawalsExceeded, numbersOf('RETIROS')],
  ] as const) {
    const facts = money(declared(100n, null, surveyDays))
    const alert = { ...open(rule.kind, 10), found: fingerprints }
    const why = rule.end?.(facts, { ...numbersOf('DEPOSITOS'), ...numbersOf('RETIROS'), ...numbers }, alert, subject())
    expect((why ?? null) !== null).toBe(isOver)
  }
})

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
  isVouched: false,
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
  [
    'three, and the person said of each that it was theirs',
    from(...[20, 9, 2].map((hours) => signIn(hours, `190.1.${hours}.3`, { isVouched: true }))),
    [],
  ],
  [
    'abroad',
    from(signIn(300, '190.1.2.3'), signIn(2, '80.1.2.3', { country: 'ES' })),
    ['medium: ingreso desde España, donde no vive ni había estado'],
  ],
  ['abroad again', from(signIn(1000, '80.1.2.3', { country: 'ES' }), signIn(2, '80.1.2.3', { country: 'ES' })), []],
  ['abroad, where they live', { ...from(signIn(2, '80.1.2.3', { country: 'ES' })), residence: 'ES' }, []],
  ['not theirs', from(signIn(2, '80.1.2.3', { deniedAt: NOW })), ['high: la persona negó el ingreso desde 80.1.2.0/24']],
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

it.each<[string, SignInFacts, number, boolean]>([
  ['a quiet month', from(signIn(800, '190.1.2.3')), 31, true],
  ['a month that was not', from(signIn(100, '190.1.2.3')), 5, false],
  ['all confirmed', from(signIn(100, '190.1.2.3', { isVouched: true })), 5, true],
  ['denied, however long ago', from(signIn(745, '190.1.2.3', { deniedAt: NOW, isVouched: true })), 31, false],
])('ADM-13 alert 4 ends by itself: %s', (_case, facts, days, isOver) => {
  expect((places.end?.(facts, numbersOf('INGRESOS'), open(4, days), subject()) ?? null) !== null).toBe(isOver)
})

it('ADM-13 alert 1: each alert and each sending of papers is a novelty once', () => {
  const find = (papersSince: Date | null, more: Partial<Subject>) =>
    novelty.find({ papersSince, found: null }, numbersOf('NOVEDADES'), subject(more))
  expect(find(null, {})).toEqual([])
  expect(saidBy(find(NOW, { openAlerts: [open(1, 3), open(13, 2)] }))).toEqual([
    'low: se activó la alerta Límites KYC',
    'low: envió documentos por revisar',
  ])
  const [one, other] = [open(13, 2), open(13, 1)].map((alert) => find(null, { openAlerts: [alert] })[0])
  expect([one?.period, one?.fingerprint === other?.fingerprint]).toEqual([other?.period, false])
  const found = { checkId: 'c1', at: NOW, gravest: 'Alto' }
  expect(saidBy(novelty.find({ papersSince: null, found }, numbersOf('NOVEDADES'), subject()))).toEqual([
    'high: la consulta de antecedentes encontró hallazgos de gravedad «Alto»',
  ])
})

const moved = (direction: 'in' | 'out', millions: number, hours: number): Movement => ({
  id: `${direction}${hours}`,
  direction,
  valueCop: BigInt(Math.round(millions * 100)) * 1_000_000n,
  at: hoursAgo(NOW, hours),
  endedAt: hoursAgo(NOW, hours),
})
const flow = (movements: Movement[], more: Partial<MovementFacts> = {}): MovementFacts => ({
  movements: movements.sort((one, other) => one.at.getTime() - other.at.getTime()),
  previousAt: daysAgo(NOW, 40),
  firstVerifiedAt: daysAgo(NOW, 300),
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
    'awake',
    flow([moved('in', 6, 70), moved('in', 4, 1)], { previousAt: daysAgo(NOW, 200) }),
    {},
    ['medium: 197 días sin movimientos, y $ 10.000.000 en 72 horas'],
  ],
  ['awake slowly', flow([moved('in', 6, 80), moved('in', 4, 1)], { previousAt: daysAgo(NOW, 200) }), {}, []],
  ['never moved', flow([moved('in', 10, 1)], { previousAt: null }), {}, ['medium: 399 días sin movimientos, y $ 10.000.000 en 72 horas']],
  ['new', flow([moved('in', 10, 1)], { previousAt: null }), { createdAt: daysAgo(NOW, 20) }, []],
  ['never asleep', flow([moved('in', 20, 1)], { previousAt: daysAgo(NOW, 90) }), {}, []],
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
  ['nobody knows since when', flow([moved('in', 40, 20)], { firstVerifiedAt: null }), []],
])('ADM-13 alert 18, new account: %s', (_case, facts, expected) => {
  expect(saidBy(newAccount.find(facts, numbersOf('CUENTA_NUEVA'), subject()))).toEqual(expected)
})

it('ADM-13 alerts 17 and 18 only an officer closes', () => {
  for (const rule of [highVolume, structuring, inAndOut, dormant, newAccount]) expect(rule.end).toBeUndefined()
})
