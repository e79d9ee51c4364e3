/** Switches of the sandbox: its faults, and the settings that are kept. */

export const webhookFaultKinds = ['drop', 'delay', 'duplicate', 'reorder', 'wrong-checksum', 'wrong-amount', 'stale-timestamp'] as const
export const apiFaultKinds = ['error', 'timeout', 'slow', 'drop-after', 'error-after'] as const
export const apiFaultPoints = ['wompi.create', 'wompi.read', 'payouts.create', 'payouts.read', 'tusdatos.launch', 'tusdatos.read'] as const
export const priceSources = ['binance', 'coinbase', 'coingecko', 'bitso', 'trm'] as const
export const priceModes = ['ok', 'rate-limit', 'outage', 'timeout', 'stale', 'deviate', 'symbol-missing'] as const
export const channels = ['payments', 'payouts'] as const

export type Channel = (typeof channels)[number]
export type ApiFaultPoint = (typeof apiFaultPoints)[number]
export type PriceSourceName = (typeof priceSources)[number]
/** `next`: used up by the first call or webhook it meets. `reset`: stays until it is reset. */
type FaultScope = 'next' | 'reset'

export interface WebhookFault {
  kind: (typeof webhookFaultKinds)[number]
  channel: Channel | 'all'
  scope: FaultScope
  /** Milliseconds for `delay`, `reorder` and `stale-timestamp`; copies for `duplicate`; percent of the true amount for `wrong-amount`. */
  value?: number | undefined
}

export interface ApiFault {
  kind: (typeof apiFaultKinds)[number]
  point: ApiFaultPoint
  scope: FaultScope
  /** Milliseconds, for `timeout` and `slow`. */
  value?: number | undefined
}

export interface PriceFault {
  mode: (typeof priceModes)[number]
  /** Percent of the true price for `deviate`, seconds of Retry-After for `rate-limit`. */
  value?: number | undefined
  /** Epoch milliseconds at which prices froze, for `stale`. */
  sinceMs?: number | undefined
}

export interface Switches {
  id: 'switches'
  webhookFaults: WebhookFault[]
  apiFaults: ApiFault[]
  prices: Partial<Record<PriceSourceName, PriceFault>>
  payoutDelayMs: number
  /** How long a background check takes. */
  tusdatosDelayMs?: number | undefined
  /** Name of the owner of every document, as the sources of background checks report it; empty: they report none. */
  tusdatosName?: string | undefined
  /** Content of reports: `empty` has no finding and no section, `another` is about another document. */
  tusdatosReport?: 'whole' | 'empty' | 'another' | undefined
  /** State that the Registraduría reports of every cédula, and the DIAN of every RUT; when absent: current and active. */
  tusdatosDocumentState?: string | undefined
  tusdatosRutState?: string | undefined
  webhookRetryDelaysMs: number[]
  webhookUrls: Partial<Record<Channel, string>>
}

/** Wompi retries after 30 minutes, 3 hours and 24 hours; here the same three steps fit into a demonstration. */
export const initialSwitches: Switches = {
  id: 'switches',
  webhookFaults: [],
  apiFaults: [],
  prices: {},
  payoutDelayMs: 2_000,
  webhookRetryDelaysMs: [2_000, 30_000, 300_000],
  webhookUrls: {},
}
