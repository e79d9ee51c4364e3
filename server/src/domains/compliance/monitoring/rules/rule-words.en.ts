/** English sentences of the findings and closures of the alert rules, beside rule-words.es.ts. */
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { slotNames } from '@tunjo/contract/slot-names'
import { fieldNames } from '../../../customers/alerts/index.ts'
import { counted, monthName, nameOfMonth, pesos } from '../figures-text.ts'
import type { RuleWords } from './rule-words.es.ts'

const DIRECTIONS = { deposit: 'deposits', withdrawal: 'withdrawals' } as const
const ACCOUNT_CHANGES = { añadida: 'added', editada: 'changed', eliminada: 'removed' } as const
const list = new Intl.ListFormat('en', { type: 'conjunction' })
const days = (count: number): string => counted(count, 'day', 'days')
const hours = (count: number): string => counted(count, 'hour', 'hours')

export const RULE_WORDS_EN: RuleWords = {
  address: {
    changed: (isCompany) => `the address${isCompany ? ' of the company' : ''} changed`,
    country: (from, to) => `, and the country from ${from} to ${to}`,
    accepted: 'the proof of the new address was accepted',
    same: 'the same address as',
    nearlySame: 'the same address, or nearly the same, as',
    strangers: (count) => `${counted(count, 'customer', 'customers')} with other last names`,
    suspects: (count) => `${count} with alerts of Lists or Irregularities`,
  },
  account: {
    changed: (ending, what) => `account ending in ${ending} ${ACCOUNT_CHANGES[what]}`,
    many: (count, quietDays) => `; ${count} changes in ${days(quietDays)}`,
    paid: 'a withdrawal to the account was paid in the name of its holder',
    quiet: (quietDays) => `${days(quietDays)} without another change`,
  },
  newAccount: (count, moved, percent) => `verified less than ${days(count)} ago and already moved ${moved}, ${percent} % of the limit`,
  cycle: (value, through) => `${value} returned through ${counted(through, 'other customer', 'other customers')}, in ${through + 1} steps`,
  exceeded: {
    ofMonth: (direction, total, percent, against) => `${DIRECTIONS[direction]} of the month ${total}, ${percent} % of ${against}`,
    limit: (maximum) => `the limit of ${maximum}`,
    declared: (maximum) => `the declared amount, ${maximum}`,
    refused: (count, within) => `${counted(count, 'withdrawal', 'withdrawals')} refused by the limit in ${hours(within)}`,
    covered: (months) => `the survey was updated and covers what moved in ${months.map((month) => nameOfMonth(month, 'en')).join(' and ')}`,
  },
  limit: {
    near: (direction, used, maximum, percent) => `${DIRECTIONS[direction]} of the month ${pesos(used)} of ${pesos(maximum)} (${percent} %)`,
    refused: (direction, maximum) => `${DIRECTIONS[direction]}: operation refused by the limit of ${maximum}`,
    ended: (month) => `${monthName(month, 'en')} ended`,
    below: (month, percent) => `the use of ${monthName(month, 'en')} is below ${percent} % of the limit of the level`,
  },
  document: {
    expired: (day) => `the document of the verification expired on ${day}`,
    notCurrent: 'the Registraduría does not list the cédula as current, according to the background check',
    fine: 'another document was accepted, or a newer check lists it as current',
    sameNumber: 'another account sent the same document number',
    slots: (slots) => slotNames(slots, 'en'),
    sameFile: (slot) => `another account sent the same file (${slot})`,
  },
  dormant: (slept, from, moved, within) =>
    `${days(slept)} without movements${from === null ? '' : ` of ${from} or more`}, and ${moved} in ${hours(within)}`,
  email: {
    undone: 'change undone by the holder from the former e-mail address',
    changed: 'e-mail address changed',
    confirmed: 'confirmed from both mailboxes',
    unconfirmed: 'without confirmation from both mailboxes',
    together: (within) => `, less than ${hours(within)} from another location or another bank account`,
    own: (quietDays) => `${days(quietDays)} without another change, and both mailboxes confirmed it`,
  },
  highVolume: {
    month: (moved, from) => `moved ${moved} in the month, the threshold is ${from}`,
    year: (traded, from) => `purchases and sales of 12 months ${traded}, the threshold is ${from}`,
    median: (moved, own, months) => `moved ${moved} in the month, and ${own} in an earlier one (median of ${months} months)`,
  },
  inAndOut: (count, within, amount, out) =>
    `${counted(count, 'deposit', 'deposits')} in 30 days left almost entirely within ${within} hours; the last one, ${amount}, of which ${out} left`,
  information: {
    forms: {
      'natural-1': 'level 1',
      'natural-2': 'level 2',
      'natural-3': 'level 3',
      'legal-1': 'level 1 (company)',
      'legal-2': 'level 2 (company)',
      'legal-3': 'level 3 (company)',
    },
    fields: (names) => fieldNames(names, 'en'),
    slots: (slots) => slotNames(slots, 'en'),
    sentAgain: (form, what) => `${form}: sent again: ${what}`,
    survey: (before, now) => `survey: ranges ${before} before, ${now} now`,
    verified: 'the changes were verified again',
  },
  manyPayers: (payers, within, deposits) =>
    `${counted(payers, 'third party', 'third parties')} paid in ${days(within)}, ${counted(deposits, 'deposit', 'deposits')}`,
  newDestinations: (withdrawals, destinations, within) =>
    `${counted(withdrawals, 'withdrawal', 'withdrawals')} to ${counted(destinations, 'new destination', 'new destinations')} in ${days(within)}`,
  nit: {
    checkDigit: 'the check digit of the NIT that was sent is wrong',
    another: 'the NIT that was sent is not the accepted one',
    rutNumber: 'the RUT has another NIT than the declared one, according to the background check',
    rutState: 'the RUT is not active, according to the background check',
  },
  novelty: {
    found: (severity) => `the background check has findings of severity “${severity}”`,
    waiting: 'documents were sent and wait for review',
    closed: 'each novelty was closed',
    alert: (kind) => nameOfAlert(kind, 'en') ?? `${kind}`,
    raised: (alert) => `the alert ${alert} was raised`,
    again: (alert) => `something new in the alert ${alert}`,
  },
  office: (day, months) => `the declared office ended on ${day}, ${counted(months, 'month', 'months')} ago or more: it is assessed again`,
  holder: {
    PSE: 'a PSE payment arrived that the provider records in the name of another person',
    TRANSFER: 'a transfer arrived that the bank does not confirm in the name of the person',
    payout: (ending) => `the bank returned a withdrawal: the account ending in ${ending} is not in the name of the person`,
    settled: 'the account was removed or changed, the bank paid to it, or two officers decided about the deposit',
  },
  places: {
    quiet: (quietDays) => `${days(quietDays)} without another sign-in of this kind`,
    confirmed: 'the person confirmed the sign-ins by e-mail',
    denied: (network) => `the person denied the sign-in from ${network}`,
    networks: (count, within, networks) => `${count} networks in ${within} hours: ${networks}`,
    country: (country) =>
      `sign-in from ${new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country}, which is neither the residence nor an earlier location`,
    travel: (to, within, from, km) =>
      `sign-in from ${to} ${within < 2 ? counted(Math.floor(within * 60), 'minute', 'minutes') : hours(Math.floor(within))} after another one from ${from}, ${km} km away`,
    sharedNetwork: (accounts, network) => `${accounts} accounts signed in from the network ${network} in 7 days`,
    sharedDevice: (accounts) => `${accounts} accounts signed in from the same device in 7 days`,
    device: (accounts) => `${accounts} customers signed in from the same device in 7 days`,
  },
  profile: {
    livelihoods: {
      noIncome: 'without own income',
      pensioner: 'pensioner',
      employee: 'employee',
      independent: 'self-employed',
      business: 'commerce, company or investment',
    },
    exceeded: (direction, within, moved) => `${DIRECTIONS[direction]} of ${within} days ${moved}`,
    expected: (livelihood, expected) => `; for the profile, ${livelihood}, up to ${expected} is expected`,
  },
  proof: {
    differing: { city: 'another city', address: 'another address', name: 'another name' },
    says: (others) => `names ${list.format(others)}`,
    later: 'has a date after it was sent',
    old: (age) => `was ${age} days old when it was sent`,
    found: (values) => `the proof of residence ${values.join(' and ')}`,
    agrees: 'the proof of the address matches or another one was accepted',
  },
  round: (round, all, within) => `${round} of ${all} operations in ${within} days have round amounts`,
  partner: {
    companies: (count) => `${count} more ${count === 1 ? 'company' : 'companies'}`,
    account: 'an account of their own',
    accounts: (count) => counted(count, 'own account', 'own accounts'),
    places: (places) => places.join(' and in '),
    byDocument: (name, ending, where) => `${name} (document ending in ${ending}) is also in ${where}`,
    byName: (name, where) => `a person named like ${name}, with another document, is in ${where}`,
  },
  structuring: (count, within, percent, bound, total) =>
    `${count} operations in ${within} days between ${percent} % and 100 % of ${bound}, ${total} in total`,
  unanswered: {
    renewal: (day, late) =>
      `has not sent the update that was requested on ${day}: ${counted(late, 'business day', 'business days')} passed`,
    declined: (day, late) => `has not sent again what was declined on ${day}: ${counted(late, 'business day', 'business days')} passed`,
    ended: 'what was requested was accepted, or is not requested any more',
  },
  volume: {
    covered: 'the survey was updated and covers the purchases and sales',
    declared: (traded, percent, declared) => `purchases and sales of 12 months ${traded}, ${percent} % of the declared amount, ${declared}`,
    peers: (traded, people, most) =>
      `purchases and sales of the month ${traded}; of ${counted(people, 'customer', 'customers')} of the same level and range, 99 % did not exceed ${most} in the month before`,
    openBand: 'declared a range without upper bound in the survey: an enhanced due diligence is required',
  },
}
