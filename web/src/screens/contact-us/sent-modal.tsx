/** The request arrived, and this is its number. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Modal } from '../../ui/modal.tsx'
import classes from './contact.module.css'

export function SentModal({ ticket, onClose }: { ticket: string | null; onClose: () => void }) {
  const { t } = useTranslation('contact')
  return (
    <Modal opened={ticket !== null} onClose={onClose} title={t('sentTitle')} size="sm">
      <p className={classes.sent}>{t('sentText')}</p>
      <p className={classes.ticket}>
        <span>{t('ticket')}</span>
        <strong>{ticket}</strong>
        <CopyButton text={ticket ?? ''} what={t('ticketWhat')} />
      </p>
      <Button fullWidth onClick={onClose} data-autofocus>
        {t('done')}
      </Button>
    </Modal>
  )
}
