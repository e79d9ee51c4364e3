/** Two minutes before a session ends for want of use, its person is asked whether they are still there. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IDLE_LIFE_MINUTES } from '@tunjo/contract/identity'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idleMs, isPersonHere, watchPerson } from '../../api/activity.ts'
import { stayHere } from '../../session.ts'
import { Modal } from '../../ui/modal.tsx'

const MINUTE_MS = 60_000
// The server writes down activity once a minute, so that it may know of a minute less than this page.
const WARN_AFTER_MS = (IDLE_LIFE_MINUTES - 2 - 1) * MINUTE_MS
const CHECK_EVERY_MS = 10_000

export function IdleWarning() {
  const { t } = useTranslation('shell')
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

  return (
    <Modal opened={isEnding} onClose={() => mutate()} title={t('idle.title')} size="sm">
      <p>{t('idle.text', { minutes: IDLE_LIFE_MINUTES })}</p>
      <Button fullWidth onClick={() => mutate()} loading={isPending} data-autofocus>
        {t('idle.stay')}
      </Button>
    </Modal>
  )
}
