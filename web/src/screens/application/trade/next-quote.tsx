/** Seconds until the price is asked again. A timer is not announced: a screen reader reads it where the person moves to it. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './swap-panel.module.css'

const SECOND_MS = 1_000

/** @param at time of the next quote, milliseconds since 1970 */
export function NextQuote({ at }: { at: number }) {
  const { t } = useTranslation('trade')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <span role="timer" className={classes.quiet}>
      {nextQuoteText()}
    </span>
  )

  function nextQuoteText(): string {
    const seconds = secondsUntil(at, now)
    return seconds === 0 ? t('price.updating') : t('price.next', { seconds })
  }
}

/** Whole seconds, rounded up, never below zero. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / SECOND_MS))
