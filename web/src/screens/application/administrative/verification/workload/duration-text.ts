/** Duration in the officers' format: '45 s', '4 min', '1 h 5 min'. */
import type { TFunction } from 'i18next'

const MINUTE = 60
const HOUR = 3600

export function durationText(t: TFunction<'workload'>, seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < MINUTE) return t('seconds', { count: seconds })
  if (seconds < HOUR) return t('minutes', { count: Math.round(seconds / MINUTE) })
  return t('hours', { hours: Math.floor(seconds / HOUR), minutes: Math.floor((seconds % HOUR) / MINUTE) })
}
