/** Skeleton of a policy. */
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './policy.module.css'

const LINES = ['100%', '96%', '98%', '62%']

export function PolicySkeleton() {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.loading} role="status" aria-label={t('loading')}>
      <Skeleton height={44} width="min(26rem, 100%)" />
      <Skeleton height={16} width="14rem" />
      {LINES.map((width) => (
        <Skeleton key={width} height={16} width={width} />
      ))}
    </div>
  )
}
