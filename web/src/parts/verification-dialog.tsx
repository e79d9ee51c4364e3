/** Dialog for an unverified customer: deposits and withdrawals are not available yet (MON-08). Leads to the missing step and back. */
import { Button, Group } from '@mantine/core'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../ui/modal.tsx'
import classes from './verification-dialog.module.css'
import { keepWayBack } from './way-back.ts'

export function VerificationDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('money')
  const navigate = useNavigate()
  const here = useRouterState({ select: ({ location }) => location.href })
  const [isLeaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    keepWayBack(here)
    // Loaded only now: most customers never see this dialog. An answered survey redirects automatically.
    const { fetchNextStep } = await import('./verification/next-step.ts')
    await navigate(await fetchNextStep().catch(() => ({ to: '/postregister/' as const })))
  }

  return (
    <Modal opened={opened} onClose={onClose} title={t('verification.title')} size="sm">
      <p className={classes.text}>{t('verification.text')}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('verification.close')}
        </Button>
        <Button loading={isLeaving} onClick={() => void leave()}>
          {t('verification.verify')}
        </Button>
      </Group>
    </Modal>
  )
}
