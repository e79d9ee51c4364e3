/**
 * Alert 4, Diferentes IPS: many networks in a day, a new country, implausible travel between two sign-ins, a sign-in that the customer
 * denied, or a network or browser that several customers share. A network with very many customers is an office or a carrier, and is
 * ignored. A known browser proves nothing either: an attacker may have it, or own the account.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { truncatedNetwork } from '../../../../platform/http/network.ts'
import { defineRule } from '../define-rule.ts'
import { monthOf } from '../facts/money.ts'
import type { Shared } from '../facts/shared.ts'
import { SEEN_DAYS, type SignIn, type SignInFacts, signInFacts } from '../facts/sign-ins.ts'
import type { NumbersOf } from '../numbers.ts'
import { daysAgo, hoursAgo } from '../times.ts'
import type { Evidence, Finding, RaisedFinding } from '../types.ts'
import { DENIED, deniedIn } from './denied-sign-in.ts'
import { RULE_WORDS } from './rule-words.ts'
import { isFaster, legOf } from './travel.ts'

const HOME = 'CO'
const DAY_HOURS = 24

export const places = defineRule({
  name: 'INGRESOS',
  facts: signInFacts,
  find: (facts, numbers, { now }) => [
    ...deniedIn(facts.signIns, { days: numbers.quietDays, now, severity: 'high' }),
    ...manyNetworks(facts.signIns, numbers.networks, now),
    ...newCountries(facts, numbers.quietDays, now),
    ...tooFast(facts.signIns, numbers, now),
    ...shared(facts.shared, numbers, now),
  ],
  end({ signIns }, { quietDays }, { openedAt, lastSeenAt, found }, { now }) {
    const since = daysAgo(openedAt, 1)
    // The finding is kept permanently, but sign-ins of some days only are read.
    if (found.some(({ fingerprint }) => fingerprint === DENIED) || signIns.some(({ at, deniedAt }) => deniedAt && at >= since)) return null
    if (lastSeenAt < daysAgo(now, quietDays)) return RULE_WORDS.places.quiet(quietDays)
    return isConfirmed(found, signIns) ? RULE_WORDS.places.confirmed : null
  },
})

const evidenceOf = (signIns: readonly SignIn[]): Evidence[] => signIns.map(({ id }) => ({ type: 'sign_in', id }))

/** True when every address that it was raised for was confirmed, by the link of a mail about one of its sign-ins. */
function isConfirmed(found: readonly RaisedFinding[], signIns: readonly SignIn[]): boolean {
  const evidence = found.flatMap((raised) => raised.evidence)
  const confirmed = new Set(signIns.flatMap(({ ip, confirmedAt }) => (confirmedAt ? [ip] : [])))
  const own = new Set(signIns.flatMap(({ id, ip }) => (confirmed.has(ip) ? [id] : [])))
  return evidence.length > 0 && evidence.every(({ type, id }) => type === 'sign_in' && own.has(id))
}

/** Sign-ins later than that; they are ordered by time, and most are older. */
function newest(signIns: readonly SignIn[], since: Date): readonly SignIn[] {
  const time = since.getTime()
  const last = signIns.findLastIndex(({ at }) => at.getTime() <= time)
  return last === -1 ? signIns : signIns.slice(last + 1)
}

function manyNetworks(signIns: readonly SignIn[], networksMin: number, now: Date): Finding[] {
  const since = hoursAgo(now, DAY_HOURS)
  const recent = newest(signIns, since)
  if (recent.length < networksMin) return []
  const networks = [...new Set(recent.map(({ ip }) => truncatedNetwork(ip)))]
  const confirmed = new Set(recent.flatMap(({ ip, confirmedAt }) => (confirmedAt ? [truncatedNetwork(ip)] : [])))
  if (networks.length < networksMin || confirmed.size === networks.length) return []
  return [
    {
      severity: 'medium',
      period: bogotaDay(now),
      fingerprint: `networks ${networks.length}`,
      values: RULE_WORDS.places.networks(networks.length, DAY_HOURS, networks.join(', ')),
      evidence: evidenceOf(recent),
    },
  ]
}

/** Countries that are neither the residence nor those of sign-ins in the 90 days before. Denied sign-ins do not count as presence. */
function newCountries({ signIns, residence }: SignInFacts, days: number, now: Date): Finding[] {
  const home = residence ?? HOME
  const abroad = signIns.filter(({ country, deniedAt }) => country !== null && country !== home && deniedAt === null)
  const last = new Map<string, Date>()
  return abroad.flatMap((signIn): Finding[] => {
    const { country, at, confirmedAt } = signIn
    if (country === null) return []
    const before = last.get(country)
    last.set(country, at)
    if (confirmedAt || at <= daysAgo(now, days) || (before && before > daysAgo(at, SEEN_DAYS))) return []
    return [
      {
        severity: 'medium',
        period: signIn.id,
        fingerprint: 'country',
        values: RULE_WORDS.places.country(country),
        evidence: evidenceOf([signIn]),
      },
    ]
  })
}

type Travel = Pick<NumbersOf<'INGRESOS'>, 'quietDays' | 'speedKmh' | 'toleranceKm'>

/** From each sign-in to the one before it with a known location. */
function tooFast(signIns: readonly SignIn[], { quietDays, speedKmh, toleranceKm }: Travel, now: Date): Finding[] {
  const since = daysAgo(now, quietDays)
  const recent = newest(signIns, since)
  const before = signIns.findLast((signIn, index) => index < signIns.length - recent.length && hasPlace(signIn))
  const placed = [...(before ? [before] : []), ...recent.filter(hasPlace)]
  return placed.slice(1).flatMap((to, index): Finding[] => {
    const from = placed[index]
    const leg = from ? legOf(from, to) : null
    if (!from || !leg || !isFaster(leg, speedKmh, toleranceKm) || (from.confirmedAt && to.confirmedAt)) return []
    return [
      {
        severity: 'medium',
        period: to.id,
        fingerprint: 'speed',
        values: RULE_WORDS.places.travel(to.place, leg.hours, from.place, Math.round(leg.km)),
        evidence: evidenceOf([from, to]),
      },
    ]
  })
}

const hasPlace = ({ latitude, longitude }: SignIn): boolean => latitude !== null && longitude !== null

function shared(
  found: readonly Shared[],
  { sharedAccounts, sharedByMany }: { readonly sharedAccounts: number; readonly sharedByMany: number },
  now: Date,
): Finding[] {
  const telling = found.filter(({ what, accounts }) => accounts >= sharedAccounts && (what === 'device' || accounts < sharedByMany))
  if (telling.length === 0) return []
  const month = monthOf(now)
  return telling.map(({ what, id, accounts }) => ({
    severity: 'medium',
    period: `${id} ${month}`,
    fingerprint: `${what} ${accounts}`,
    values: what === 'network' ? RULE_WORDS.places.sharedNetwork(accounts, truncatedNetwork(id)) : RULE_WORDS.places.sharedDevice(accounts),
    evidence: [{ type: what, id }],
  }))
}
