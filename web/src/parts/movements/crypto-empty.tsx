/** No deposit or withdrawal of tokens yet; they come and go by exchanging. */
import { Button } from '@mantine/core'
import { IconCurrencyBitcoin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'

export function CryptoEmpty() {
  const { t } = useTranslation('money')
  return (
    <EmptyState
      icon={<IconCurrencyBitcoin size={26} />}
      title={t('list.cryptoEmptyTitle')}
      text={t('list.cryptoEmptyText')}
      action={
        <Button component={Link} to="/application/trade" size="sm" variant="default">
          {t('list.cryptoEmptyAction')}
        </Button>
      }
    />
  )
}
