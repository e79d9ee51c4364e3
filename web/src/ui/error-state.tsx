/** Something did not load: the reason in Spanish and the way to try again. */
import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './states.module.css'

interface ErrorStateProps {
  message?: string
  onRetry?: () => void
}

export function ErrorState({ message, onRetry }: ErrorStateProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} aria-hidden>
        <IconCloudOff size={28} stroke={1.5} />
      </span>
      <p className={classes.title}>{t('error.title')}</p>
      {message && <p className={classes.text}>{message}</p>}
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  )
}
