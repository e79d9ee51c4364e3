/** Confirmation that the documents were received (KYC-14). */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LateModal } from './late-modal.tsx'
import classes from './verification.module.css'

export function SentModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('verification')
  return (
    <LateModal opened={opened} onClose={onClose} title={t('sent.title')} size="sm">
      <p className={classes.text}>{t('sent.text')}</p>
      <Button fullWidth onClick={onClose} data-autofocus>
        {t('continue')}
      </Button>
    </LateModal>
  )
}
