/** Remaining time by the server's clock; updated while the page is open. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNowMs } from '../../../../api/server-clock.ts'
import { byLanguage } from '../../../../i18n/language.ts'
import { formatDate } from '../../../../ui/date-time.tsx'
import classes from './approvals.module.css'

const TICK_MS = 30_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const formats = byLanguage((tag) => ({
  hour: new Intl.NumberFormat(tag, { style: 'unit', unit: 'hour' }),
  minute: new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute' }),
}))

export function TimeLeft({ until }: { until: Date }) {
  const { t } = useTranslation('approvals')
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const leftMs = until.getTime() - nowMs
  return (
    <time dateTime={until.toISOString()} title={formatDate(until)} className={leftMs <= 0 ? classes.late : undefined}>
      {leftMs <= 0 ? t('late') : formatLeft(leftMs)}
    </time>
  )
}

function formatLeft(ms: number): string {
  const { hour, minute } = formats()
  return ms >= HOUR_MS ? hour.format(Math.floor(ms / HOUR_MS)) : minute.format(Math.max(1, Math.floor(ms / MINUTE_MS)))
}
