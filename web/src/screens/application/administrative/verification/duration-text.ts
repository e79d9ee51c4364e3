/** A duration as officers read it: '45 s', '4 min', '1 h 5 min'. */
import type { TFunction } from 'i18next'

const MINUTE = 60
const HOUR = 3600

export function durationText(t: TFunction<'people'>, seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < MINUTE) return t('workload.seconds', { count: seconds })
  if (seconds < HOUR) return t('workload.minutes', { count: Math.round(seconds / MINUTE) })
  return t('workload.hours', { hours: Math.floor(seconds / HOUR), minutes: Math.floor((seconds % HOUR) / MINUTE) })
}
