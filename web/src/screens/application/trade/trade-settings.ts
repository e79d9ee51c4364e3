/**
 * Slippage and confirmation of the exchange, stored in this browser even after signing out (EX-04). Internally, slippage is in basis
 * points: 50 is 0,5 %.
 */

import { useState } from 'react'
import * as z from 'zod'
import { unitsOf } from '../../../parts/price-figures.ts'
import { readPreference, writePreference } from '../../../preference.ts'
import { formatFigure } from '../../../ui/amount-format.ts'
import { parseAmount } from '../../../ui/amount-parse.ts'
import { localStore } from '../../../ui/page-storage.ts'

export const SLIPPAGE_PRESETS_BPS = [10, 50, 100] as const
const DEFAULT_BPS = 50
/** Maximum that the server accepts. */
const MAXIMUM_BPS = 500
/** Above this, others may profit from the difference (front-running). */
const HIGH_BPS = 200
/** Below this, most trades revert when the price moves. */
const LOW_BPS = 10
const BPS_DECIMALS = 4
const PERCENT_DECIMALS = 2
const STORAGE_KEY = 'tunjo.trade-settings'

export interface TradeSettings {
  slippageBps: number
  /** Whether INTERCAMBIAR asks before sending. */
  withConfirmation: boolean
}

/** Storage format of the specification: the tolerance is a fraction in text. */
const Stored = z.object({ slippage: z.string().regex(/^0(\.\d{1,4})?$/), confirmation: z.boolean() })
export const DEFAULT_SETTINGS: TradeSettings = { slippageBps: DEFAULT_BPS, withConfirmation: true }

/** `50` → `'0.005'`. */
export const fractionOf = (bps: number): string => `0.${String(bps).padStart(BPS_DECIMALS, '0')}`.replace(/\.?0+$/, '')
/** `50` → `'0,5'`. */
export const percentOf = (bps: number): string => formatFigure(BigInt(bps), PERCENT_DECIMALS, { minimum: 0, maximum: PERCENT_DECIMALS })

export type SlippageReading = { bps: number; warning: 'high' | 'low' | null } | { bps: null; problem: 'invalid' | 'tooHigh' }

/** Parse a typed percentage: `0,75` and `0.75` are 75 basis points. */
export function readSlippage(text: string): SlippageReading {
  const { amount } = parseAmount(text.replace(/\s*%$/, ''), PERCENT_DECIMALS)
  if (amount === null) return { bps: null, problem: 'invalid' }
  if (amount > BigInt(MAXIMUM_BPS)) return { bps: null, problem: 'tooHigh' }
  return { bps: Number(amount), warning: warningOf(Number(amount)) }
}

export function warningOf(bps: number): 'high' | 'low' | null {
  if (bps > HIGH_BPS) return 'high'
  return bps < LOW_BPS ? 'low' : null
}

/** Unreadable text gives the defaults. */
export function parseSettings(text: string | null): TradeSettings {
  const stored = Stored.safeParse(parseJson(text))
  if (!stored.success) return DEFAULT_SETTINGS
  const slippageBps = Number(unitsOf(stored.data.slippage, BPS_DECIMALS))
  return slippageBps > MAXIMUM_BPS ? DEFAULT_SETTINGS : { slippageBps, withConfirmation: stored.data.confirmation }
}

export const writeSettings = ({ slippageBps, withConfirmation }: TradeSettings): string =>
  JSON.stringify({ slippage: fractionOf(slippageBps), confirmation: withConfirmation })

export function useTradeSettings(): [TradeSettings, (settings: TradeSettings) => void] {
  const [settings, setSettings] = useState(() => parseSettings(localStore.getItem(STORAGE_KEY) ?? keptSettings()))
  return [
    settings,
    (next) => {
      localStore.setItem(STORAGE_KEY, writeSettings(next))
      writePreference(STORAGE_KEY, encodeURIComponent(writeSettings(next)))
      setSettings(next)
    },
  ]
}

function keptSettings(): string | null {
  const kept = readPreference(STORAGE_KEY)
  return kept && decodeURIComponent(kept)
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
