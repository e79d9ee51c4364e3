/** Skeletons in the shape of the content, so that the layout does not shift. */
import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './skeletons.module.css'

interface RowsSkeletonProps {
  rows?: number
  /** For a table, whose rows are taller on a phone. */
  stacks?: boolean
}

/** Rows of a list or a table: a mark, a text and a figure at the right. */
export function RowsSkeleton({ rows = 3, stacks = false }: RowsSkeletonProps) {
  const { t } = useTranslation('ui')
  return (
    <Stack gap="md" role="status" aria-label={t('loading')} py="xs" className={classes.rows} data-stacks={stacks || undefined}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical rows that never move
        <div key={row} className={classes.row}>
          <Skeleton circle height={32} />
          <Skeleton height={14} width="30%" />
          <Skeleton height={14} width="25%" ml="auto" />
        </div>
      ))}
    </Stack>
  )
}

/** A ring and the table of its shares. */
export function RingSkeleton() {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.ring} role="status" aria-label={t('loading')}>
      <Skeleton circle height={176} />
      <Stack gap={21} className={classes.ringRows}>
        {['header', 'first', 'second', 'third'].map((row) => (
          <Skeleton key={row} height={16} />
        ))}
      </Stack>
    </div>
  )
}

/** The figure of a price card. */
export function FigureSkeleton() {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.figure} role="status" aria-label={t('loading')}>
      <Skeleton height={38} width="70%" />
    </div>
  )
}

/** A block of fixed height: charts and panels. */
export function BlockSkeleton({ height }: { height: number }) {
  const { t } = useTranslation('ui')
  return <Skeleton height={height} role="status" aria-label={t('loading')} />
}
