/**
 * Alert 4, Diferentes IPS: many networks in a day, a country that is new, a sign-in that the person said was not theirs, or a network or
 * browser that several customers share. A network with very many is an office or a carrier, and says nothing.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { truncatedNetwork } from '../../../platform/http/network.ts'
import { defineRule } from '../define-rule.ts'
import { monthOf } from '../facts/money.ts'
import type { Shared } from '../facts/shared.ts'
import { type SignIn, type SignInFacts, signInFacts } from '../facts/sign-ins.ts'
import { counted } from '../figures-text.ts'
import { daysAgo, hoursAgo } from '../times.ts'
import type { Evidence, Finding } from '../types.ts'

const HOME = 'CO'
const DAY_HOURS = 24
const REGION = new Intl.DisplayNames('es', { type: 'region' })

export const places = defineRule({
  name: 'INGRESOS',
  facts: signInFacts,
  find: (facts, numbers, { now, verifiedLevel }) => [
    ...denied(facts.signIns, numbers.quietDays, now),
    ...manyNetworks(facts.signIns, numbers.networks, now),
    ...newCountries(facts, numbers.quietDays, now),
    ...(verifiedLevel === 0 ? [] : shared(facts.shared, numbers, now)),
  ],
  end({ signIns }, { quietDays }, { openedAt, lastSeenAt }, { now }) {
    const since = daysAgo(openedAt, 1)
    if (signIns.some(({ at, deniedAt }) => deniedAt && at >= since)) return null
    if (lastSeenAt < daysAgo(now, quietDays)) return `${counted(quietDays, 'día', 'días')} sin otro ingreso así`
    const seen = signIns.filter(({ at }) => at >= since)
    return seen.length > 0 && seen.every(({ isVouched }) => isVouched) ? 'la persona confirmó los ingresos por correo' : null
  },
})

const evidenceOf = (signIns: readonly SignIn[]): Evidence[] => signIns.map(({ id }) => ({ type: 'sign_in', id }))

function denied(signIns: readonly SignIn[], days: number, now: Date): Finding[] {
  const since = daysAgo(now, days)
  return signIns
    .filter(({ deniedAt }) => deniedAt && deniedAt > since)
    .map((signIn) => ({
      severity: 'high',
      period: signIn.id,
      fingerprint: 'denied',
      values: `la persona negó el ingreso desde ${truncatedNetwork(signIn.ip)}`,
      evidence: evidenceOf([signIn]),
    }))
}

/** What they vouched for all of is confirmed already. */
function manyNetworks(signIns: readonly SignIn[], networksMin: number, now: Date): Finding[] {
  const since = hoursAgo(now, DAY_HOURS)
  const recent = signIns.filter(({ at }) => at > since)
  if (recent.length < networksMin) return []
  const networks = [...new Set(recent.map(({ ip }) => truncatedNetwork(ip)))]
  if (networks.length < networksMin || recent.every(({ isVouched }) => isVouched)) return []
  return [
    {
      severity: 'medium',
      period: bogotaDay(now),
      fingerprint: `networks ${networks.length}`,
      values: `${networks.length} redes en ${DAY_HOURS} horas: ${networks.join(', ')}`,
      evidence: evidenceOf(recent),
    },
  ]
}

/** Neither where they live nor, in the 90 days before, where they had been. */
function newCountries({ signIns, residence }: SignInFacts, days: number, now: Date): Finding[] {
  const known = new Set<string>([residence ?? HOME])
  return signIns.flatMap((signIn): Finding[] => {
    const { country, at, isVouched } = signIn
    if (country === null || known.has(country)) return []
    known.add(country)
    if (isVouched || at <= daysAgo(now, days)) return []
    return [
      {
        severity: 'medium',
        period: signIn.id,
        fingerprint: 'country',
        values: `ingreso desde ${REGION.of(country) ?? country}, donde no vive ni había estado`,
        evidence: evidenceOf([signIn]),
      },
    ]
  })
}

function shared(
  found: readonly Shared[],
  { sharedAccounts, sharedByMany }: { readonly sharedAccounts: number; readonly sharedByMany: number },
  now: Date,
): Finding[] {
  const telling = found.filter(({ what, accounts }) => accounts >= sharedAccounts && (what === 'device' || accounts < sharedByMany))
  const month = monthOf(now)
  return telling.map(({ what, id, accounts }) => ({
    severity: 'medium',
    period: `${id} ${month}`,
    fingerprint: `${what} ${accounts}`,
    values: `${accounts} cuentas entraron desde ${what === 'network' ? `la red ${truncatedNetwork(id)}` : 'el mismo dispositivo'} en 7 días`,
    evidence: [{ type: what, id }],
  }))
}
