/** A countdown in words: hours and minutes; never less than it is. */
import type { TFunction } from 'i18next'

const MINUTE_MS = 60_000

export function timeLeft(leftMs: number, t: TFunction<'pause'>): string {
  const minutes = Math.max(1, Math.ceil(leftMs / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return t('left.minutes', { minutes })
  return minutes % 60 === 0 ? t('left.hours', { hours }) : t('left.both', { hours, minutes: minutes % 60 })
}
