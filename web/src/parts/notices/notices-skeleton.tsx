/** Skeleton of three notices: a title, two lines, a time. */
import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './notice-panel.module.css'

const ROWS = ['first', 'second', 'third']

export function NoticesSkeleton() {
  const { t } = useTranslation('ui')
  return (
    <div role="status" aria-label={t('loading')}>
      {ROWS.map((row) => (
        <Stack key={row} gap={8} className={classes.placeholder}>
          <Skeleton height={15} width="55%" />
          <Skeleton height={12} />
          <Skeleton height={12} width="80%" />
          <Skeleton height={10} width="20%" />
        </Stack>
      ))}
    </div>
  )
}
