/** The three states of a screen without its content. */
import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import classes from './dev-ui.module.css'

export function States() {
  const { t } = useTranslation('dev-ui')
  return (
    <Card title={t('states.title')}>
      <div className={classes.columns}>
        <EmptyState
          icon={<IconInbox size={28} stroke={1.5} />}
          title={t('states.emptyTitle')}
          text={t('states.emptyText')}
          action={<Button size="sm">{t('states.emptyAction')}</Button>}
        />
        <RowsSkeleton rows={4} />
        <ErrorState message={t('states.error')} onRetry={() => undefined} />
      </div>
    </Card>
  )
}
