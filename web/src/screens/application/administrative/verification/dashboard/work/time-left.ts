/** Time until or since a deadline: 'en 3 h', 'hace 2 días'. */
import { byLanguage } from '../../../../../../i18n/language.ts'

const format = byLanguage((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'always', style: 'short' }))
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Rounded towards now: never shows more time than is left. */
export function timeLeft(dueAtMs: number, nowMs: number): { count: number; unit: 'minute' | 'hour' | 'day' } {
  const leftMs = dueAtMs - nowMs
  const span = Math.abs(leftMs)
  const [unit, ms] =
    span < HOUR_MS ? (['minute', MINUTE_MS] as const) : span < 2 * DAY_MS ? (['hour', HOUR_MS] as const) : (['day', DAY_MS] as const)
  return { count: Math.sign(leftMs) * Math.floor(span / ms) || 0, unit }
}

export function timeLeftText(dueAtMs: number, nowMs: number): string {
  const { count, unit } = timeLeft(dueAtMs, nowMs)
  return format().format(dueAtMs <= nowMs && count === 0 ? -0 : count, unit)
}
