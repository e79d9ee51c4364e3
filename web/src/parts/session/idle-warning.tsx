/** Idle warning two minutes before a session expires. */
import { useMutation } from '@tanstack/react-query'
import { IDLE_LIFE_MINUTES } from '@tunjo/contract/identity'
import { useEffect, useState } from 'react'
import { idleMs, isPersonActive, watchActivity } from '../../api/activity.ts'
import { keepSessionAlive } from '../../session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const IdleDialog = lazyComponent(async () => (await import('./idle-dialog.tsx')).IdleDialog, {
  dialog: { close: ({ onStay }) => onStay() },
})

const MINUTE_MS = 60_000
// The server records activity once a minute, so its record may be a minute older than this page's.
const WARN_AFTER_MS = (IDLE_LIFE_MINUTES - 2 - 1) * MINUTE_MS
const CHECK_EVERY_MS = 10_000

export function IdleWarning() {
  const [isEnding, setEnding] = useState(false)
  const { mutate, isPending } = useMutation({ mutationFn: keepSessionAlive, onSuccess: () => setEnding(false) })

  useEffect(() => watchActivity(() => setEnding(false)), [])
  useEffect(() => {
    const checking = setInterval(() => {
      if (idleMs() < WARN_AFTER_MS) return
      // Typing in a long form is activity, although no call was sent.
      if (isPersonActive()) mutate()
      else setEnding(true)
    }, CHECK_EVERY_MS)
    return () => clearInterval(checking)
  }, [mutate])

  if (!isEnding) return null
  return <IdleDialog onStay={() => mutate()} isBusy={isPending} />
}
