/** Check of the price sources for operators: each is asked once, as by the product. */
import { formatUnits } from '@tunjo/contract/money'
import { PAIRS, type Pair, PRICE_SCALE } from '@tunjo/contract/pricing'
import { type Finding, fault, ok, reasonOfCall, warning } from '../../../platform/observability/finding.ts'
import type { PlatformSettings } from '../../../platform/process/config.ts'
import { type Environment, settingOf } from '../../../platform/process/settings.ts'
import { type Clock, systemClock } from '../../../platform/time/clock.ts'
import { type PricingSettings, readPricingSettings } from './config.ts'
import { createSources } from './create-sources.ts'
import { isOlderThan } from './deviation.ts'
import { SourceUnavailable } from './providers/market-data.ts'
import type { PriceSource } from './types.ts'

const CHECK = 'price source'

export async function priceSourceFindings(env: Environment, given: Pick<PlatformSettings, 'profile'>): Promise<Finding[]> {
  const settings = settingsOf(env, given)
  if (settings === null) return [ok(CHECK, 'The settings of the prices are not as they must be: no source was asked.')]
  const clock = systemClock
  const sources = createSources(settings, clock).map((source) => {
    return { name: `${source.name.toUpperCase()}_URL`, url: settings.urls[source.name], source }
  })
  // A demo has its own sources, except for those that are set.
  const asked = sources.filter(({ name }) => given.profile === 'production' || settingOf(env, name) !== undefined)
  if (asked.length === 0) return [ok(CHECK, 'No address of a price source is set: a demo brings sources of its own.')]
  return Promise.all(asked.map((one) => sourceFinding(one, { settings, clock })))
}

/** Null where the settings are wrong, which is a finding of its own. */
function settingsOf(env: Environment, given: Pick<PlatformSettings, 'profile'>): PricingSettings | null {
  try {
    return readPricingSettings(env, given)
  } catch {
    return null
  }
}

interface AskedSource {
  readonly name: string
  readonly url: string
  readonly source: PriceSource
}

async function sourceFinding(
  { name, url, source }: AskedSource,
  { settings: { sources }, clock }: { settings: PricingSettings; clock: Clock },
): Promise<Finding> {
  const host = new URL(url).host
  try {
    const quotes = await source.read()
    const given = PAIRS.flatMap((pair) => quotes[pair] ?? [])
    const limitOf = (pair: Pair) => sources[pair].find(({ source: known }) => known === source.name)?.maxAgeMs
    const old = PAIRS.flatMap((pair) => {
      const [quote, limitMs] = [quotes[pair], limitOf(pair)]
      return quote && limitMs !== undefined && isOlderThan(quote.at, clock.now(), limitMs) ? quote : []
    })[0]
    const prices = PAIRS.flatMap((pair) => (quotes[pair] ? [`${pair} ${formatUnits(quotes[pair].price, PRICE_SCALE)}`] : [])).join(', ')
    if (given.length === 0) return fault(CHECK, `${name}: ${host} lists none of the pairs ${PAIRS.join(', ')}.`, nextOf(name))
    if (old) return warning(CHECK, `${name}: the price of ${host} is of ${old.at.toISOString()}, too old to be used.`, WAIT)
    return ok(CHECK, `${name}: ${host} has ${prices}.`)
  } catch (error) {
    return isWrongAddress(error)
      ? fault(CHECK, `${name}: ${host} is no price source: ${reasonOfCall(error)}`, nextOf(name))
      : warning(CHECK, `${name}: ${host} did not answer: ${reasonOfCall(error)}`, WAIT)
  }
}

const WAIT = 'Prices come from the other sources meanwhile; check again before customers trade.'
const nextOf = (name: string): string => `Leave ${name} away, or set it to the address of the service that docs/settings.md names.`

const TOO_MANY = new Set([418, 429])

/** An answer that the product cannot use, or a refusal that the same address will give again. */
function isWrongAddress(error: unknown): boolean {
  if (!(error instanceof SourceUnavailable)) return false
  const { status, cause } = error
  return status === null ? cause !== undefined : status < 500 && !TOO_MANY.has(status)
}
