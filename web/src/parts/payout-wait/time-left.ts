/** Countdown in words: hours and minutes, rounded up. It stays on one line: a figure needs its unit next to it. */
import type { TFunction } from 'i18next'

const MINUTE_MS = 60_000

export const countdownText = (leftMs: number, t: TFunction<'pause'>): string => wordsOf(leftMs, t).replaceAll(' ', '\u00a0')

function wordsOf(leftMs: number, t: TFunction<'pause'>): string {
  const minutes = Math.max(1, Math.ceil(leftMs / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return t('left.minutes', { minutes })
  return minutes % 60 === 0 ? t('left.hours', { hours }) : t('left.both', { hours, minutes: minutes % 60 })
}
