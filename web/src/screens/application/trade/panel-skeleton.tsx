/** Swap panel before its tokens are loaded: of the same height, so that the layout does not shift. */
import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const ROW_HEIGHT = 130
const BUTTON_HEIGHT = 50
const FEES = ['liquidity', 'network', 'impact', 'minimum', 'slippage']

export function PanelSkeleton() {
  const { t } = useTranslation('ui')
  return (
    <Stack gap="sm" role="status" aria-label={t('loading')}>
      <Skeleton height={ROW_HEIGHT} radius="lg" />
      <Skeleton height={ROW_HEIGHT} radius="lg" />
      <Skeleton height={14} width="60%" ml="auto" my={9} />
      <Skeleton height={BUTTON_HEIGHT} />
      {FEES.map((fee) => (
        <Skeleton key={fee} height={14} my={4} />
      ))}
    </Stack>
  )
}
