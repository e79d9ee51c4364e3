/** Age of a value, by the server's count and not the device's clock; updated while the page is open. */
import { useEffect, useState } from 'react'
import { byLanguage } from '../i18n/language.ts'

const format = byLanguage((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'always', style: 'short' }))
const TICK_MS = 5000
const STEPS = [
  { unit: 'second', ms: 1000, below: 60_000 },
  { unit: 'minute', ms: 60_000, below: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, below: 86_400_000 },
  { unit: 'day', ms: 86_400_000, below: Number.POSITIVE_INFINITY },
] as const

interface AgeProps {
  /** Age at the reading. */
  ageMs: number
  /** Device time of that reading. */
  readAtMs: number
}

export function Age({ ageMs, readAtMs }: AgeProps) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return <span>{formatAge(ageMs + Math.max(0, now - readAtMs))}</span>
}

export function formatAge(ageMs: number): string {
  const step = STEPS.find(({ below }) => ageMs < below) ?? STEPS[3]
  return format().format(-Math.floor(ageMs / step.ms), step.unit)
}
