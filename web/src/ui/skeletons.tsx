/** Placeholders in the shape of what is coming, so that nothing jumps when it arrives. */
import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Rows of a list or a table: a mark, a text and a figure at the right. */
export function RowsSkeleton({ rows = 3 }: { rows?: number }) {
  const { t } = useTranslation('ui')
  return (
    <Stack gap="md" role="status" aria-label={t('loading')} py="xs">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical rows that never move
        <div key={row} style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
          <Skeleton circle height={32} />
          <Skeleton height={14} width="30%" />
          <Skeleton height={14} width="25%" ml="auto" />
        </div>
      ))}
    </Stack>
  )
}

/** A figure with a caption under it, as in the price cards. */
export function FigureSkeleton() {
  const { t } = useTranslation('ui')
  return (
    <Stack gap="xs" role="status" aria-label={t('loading')}>
      <Skeleton height={14} width="40%" />
      <Skeleton height={28} width="70%" />
      <Skeleton height={12} width="50%" />
    </Stack>
  )
}

/** A block of fixed height: charts and panels. */
export function BlockSkeleton({ height }: { height: number }) {
  const { t } = useTranslation('ui')
  return <Skeleton height={height} role="status" aria-label={t('loading')} />
}
