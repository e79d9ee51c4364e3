/** Time to wait for with a countdown, by the server's clock; when it has passed, the dependent data are fetched again. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNowMs } from '../../api/server-clock.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { countdownText } from './time-left.ts'

const TICK_MS = 1_000
/** Refetch slightly late rather than slightly early. */
const GRACE_MS = 1_500

export function WaitUntil({ until }: { until: Date }) {
  const { t } = useTranslation('pause')
  const cache = useQueryClient()
  const [nowMs, setNowMs] = useState(serverNowMs)
  const leftMs = until.getTime() - nowMs
  const isOver = leftMs <= -GRACE_MS

  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (isOver) void Promise.all(['credentials', 'payments', 'crypto'].map((name) => cache.invalidateQueries({ queryKey: [name] })))
  }, [isOver, cache])

  return (
    <>
      <DateTime value={until} />
      {leftMs > 0 && <> ({countdownText(leftMs, t)})</>}
    </>
  )
}
