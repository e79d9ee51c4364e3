/** Two minutes before a session ends for want of use, its person is asked whether they are still there. */
import { useMutation } from '@tanstack/react-query'
import { IDLE_LIFE_MINUTES } from '@tunjo/contract/identity'
import { useEffect, useState } from 'react'
import { idleMs, isPersonHere, watchPerson } from '../../api/activity.ts'
import { stayHere } from '../../session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const IdleDialog = lazyComponent(async () => (await import('./idle-dialog.tsx')).IdleDialog, {
  dialog: { close: ({ onStay }) => onStay() },
})

const MINUTE_MS = 60_000
// The server writes down activity once a minute, so that it may know of a minute less than this page.
const WARN_AFTER_MS = (IDLE_LIFE_MINUTES - 2 - 1) * MINUTE_MS
const CHECK_EVERY_MS = 10_000

export function IdleWarning() {
  const [isEnding, setEnding] = useState(false)
  const { mutate, isPending } = useMutation({ mutationFn: stayHere, onSuccess: () => setEnding(false) })

  useEffect(() => watchPerson(() => setEnding(false)), [])
  useEffect(() => {
    const checking = setInterval(() => {
      if (idleMs() < WARN_AFTER_MS) return
      // Writing a long form is being there, although nothing was sent.
      if (isPersonHere()) mutate()
      else setEnding(true)
    }, CHECK_EVERY_MS)
    return () => clearInterval(checking)
  }, [mutate])

  if (!isEnding) return null
  return <IdleDialog onStay={() => mutate()} isBusy={isPending} />
}
