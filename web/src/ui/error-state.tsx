/** Error state of a failed load: the Spanish reason and a retry button. */
import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './states.module.css'

interface ErrorStateProps {
  message?: string
  onRetry?: () => void
  /** True when it is the only content of the page: its heading. */
  isPage?: boolean
}

export function ErrorState({ message, onRetry, isPage = false }: ErrorStateProps) {
  const { t } = useTranslation('ui')
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} aria-hidden>
        <IconCloudOff size={28} stroke={1.5} />
      </span>
      <Title className={classes.title}>{t('error.title')}</Title>
      {message && <p className={classes.text}>{message}</p>}
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  )
}
