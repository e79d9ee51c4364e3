/** Each rule on plain facts: what raises it, what does not, what ends it. */
import { expect, it } from 'vitest'
import { versionAt } from '../numbers.ts'
import { daysAgo, hoursAgo } from '../times.ts'
import type { OpenAlert, Subject } from '../types.ts'
import { type BankAccount, bankAccountChanged } from './bank-account-changed.ts'
import { type EmailChange, emailChanged } from './email-changed.ts'
import { type Changes, informationUpdated } from './information-updated.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const subject = (more: Partial<Subject> = {}): Subject => ({
  accountId: 'a',
  verifiedLevel: 2,
  createdAt: daysAgo(NOW, 400),
  openAlerts: [],
  now: NOW,
  ...more,
})
const open = (kind: number, daysOpen: number): OpenAlert => ({
  kind,
  typeId: null,
  openedAt: daysAgo(NOW, daysOpen),
  lastSeenAt: daysAgo(NOW, daysOpen),
  isByRule: true,
})
function numbersOf<Name extends Parameters<typeof versionAt>[0]>(name: Name) {
  const version = versionAt(name, NOW)
  if (!version) throw new Error(`no version of ${name}`)
  return version.numbers
}
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
  ['a file', { items: [item('pending')], surveys: [] }, {}, ['low: nivel 1: selfie enviado de nuevo']],
  ['fields', { items: [item('declined', ['homeAddress'])], surveys: [] }, {}, ['low: nivel 1: datos (homeAddress) enviado de nuevo']],
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
