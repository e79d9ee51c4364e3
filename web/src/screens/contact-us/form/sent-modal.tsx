/** Confirmation of a sent message: ticket number, and the link to its state. */
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SentTicket } from '../../../api/contact.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import classes from './contact.module.css'

export function SentModal({ sent: { ticket, statusPath, mailed }, onClose }: { sent: SentTicket; onClose: () => void }) {
  const { t } = useTranslation('contact')
  return (
    <Modal opened onClose={onClose} title={t('sentTitle')} size="sm">
      <p className={classes.sent}>{t('sentText')}</p>
      <p className={classes.ticket}>
        <span>{t('ticket')}</span>
        <strong>{ticket}</strong>
        <CopyButton text={ticket} what={t('ticketWhat')} />
      </p>
      <Stack gap="sm">
        <Button fullWidth onClick={onClose} data-autofocus>
          {t('done')}
        </Button>
        <Button fullWidth variant="default" component={Link} to={statusPath}>
          {t('status')}
        </Button>
        <p className={classes.sent}>{t(mailed ? 'statusSent' : 'statusKeep')}</p>
      </Stack>
    </Modal>
  )
}
