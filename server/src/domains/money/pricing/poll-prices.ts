/** One polling round: query every source, judge each pair, store the accepted prices. */
import { PAIRS, type Pair } from '@tunjo/contract/pricing'
import { inTransaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { PricingSettings } from './config.ts'
import { type FreezeReason, type Judgement, judge, type Verdict } from './judge.ts'
import { candleStart } from './rules.ts'
import { addToCandle, freezePrice, type LastGoodPrice, readPrice, savePrice } from './store.ts'
import type { CandlePeriod, PriceSource, Quote, SourceName } from './types.ts'

export interface PollContext extends Pick<Platform, 'db' | 'clock' | 'outbox'> {
  log: Pick<Log, 'info' | 'warn' | 'error'>
  settings: PricingSettings
  sources: readonly PriceSource[]
  /** Called for each pair in each round. */
  onJudged: (judgement: Judgement) => void
}

const PERIODS: CandlePeriod[] = ['1m', '1h', '1d']

type Readings = Map<SourceName, Partial<Record<Pair, Quote>>>

export async function pollPrices(context: PollContext): Promise<void> {
  const readings = await readSources(context)
  for (const pair of PAIRS) await judgePair(context, pair, readings)
}

async function readSources({ sources, log }: PollContext): Promise<Readings> {
  const readings: Readings = new Map()
  await Promise.all(
    sources.map(async (source) => {
      try {
        readings.set(source.name, await source.read())
      } catch (error) {
        log.info({ err: error, source: source.name }, 'price source did not answer')
      }
    }),
  )
  return readings
}

async function judgePair(context: PollContext, pair: Pair, readings: Readings): Promise<void> {
  const { db, clock, settings } = context
  const lastGood = await readPrice(db, pair)
  const judgement = judge({
    answers: settings.sources[pair].map((one) => ({ ...one, quote: readings.get(one.source)?.[pair] ?? null })),
    lastGood,
    confirmedPrice: lastGood?.confirmedPrice ?? null,
    operatorPrice: settings.confirmedPrices[pair],
    now: clock.now(),
    staleAfterMs: settings.staleAfterMs,
    minSources: settings.minSources,
    maxDeviationBps: settings.maxDeviationBps,
    maxJumpBps: settings.maxJumpBps,
  })
  context.onJudged(judgement)
  const { verdict } = judgement
  recordChange(context, pair, lastGood, judgement)
  if (verdict.kind === 'accept') await accept(context, pair, lastGood, verdict)
  if (verdict.kind === 'freeze') await freeze(context, pair, lastGood, verdict.reason)
}

type Accepted = Extract<Verdict, { kind: 'accept' }>

async function accept(
  { db, outbox }: PollContext,
  pair: Pair,
  lastGood: LastGoodPrice | null,
  { quote, isConfirmed }: Accepted,
): Promise<void> {
  const looksDifferent = lastGood?.price !== quote.price || lastGood.frozenReason !== null
  await inTransaction(db, async (tx) => {
    await savePrice(tx, pair, quote, isConfirmed)
    for (const period of PERIODS) await addToCandle(tx, pair, period, candleStart(quote.at, period), quote.price)
    if (looksDifferent) await outbox.emit(tx, 'pricing.price_updated', { pair })
  })
}

async function freeze({ db, outbox }: PollContext, pair: Pair, lastGood: LastGoodPrice | null, reason: FreezeReason): Promise<void> {
  if (!lastGood || lastGood.frozenReason === reason) return
  await inTransaction(db, async (tx) => {
    await freezePrice(tx, pair, reason)
    await outbox.emit(tx, 'pricing.price_updated', { pair })
  })
}

/** A change is logged once, not with every round. */
function recordChange({ log }: PollContext, pair: Pair, lastGood: LastGoodPrice | null, { verdict, leftOut }: Judgement): void {
  const before = lastGood?.frozenReason ?? null
  if (verdict.kind === 'freeze' && verdict.reason !== before)
    log.error({ securityEvent: 'price_doubtful', pair, reason: verdict.reason, leftOut }, 'a price is doubtful: nothing is decided on it')
  if (verdict.kind === 'accept' && before !== null) log.info({ pair }, 'price no longer frozen')
  if (verdict.kind === 'accept' && lastGood && lastGood.source !== verdict.quote.source)
    log.info({ pair, from: lastGood.source, to: verdict.quote.source, leftOut }, 'price now comes from another source')
}
