/** Empty state of the token movements. */
import { Button } from '@mantine/core'
import { IconCurrencyBitcoin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CryptoTransaction } from '@tunjo/contract/crypto'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'

export function CryptoEmpty({ kind }: { kind: CryptoTransaction['kind'] | 'ALL' }) {
  const { t } = useTranslation('money')
  if (kind === 'WITHDRAWAL')
    return (
      <EmptyState
        icon={<IconCurrencyBitcoin size={26} />}
        title={t('list.cryptoOutEmptyTitle')}
        text={t('list.cryptoOutEmptyText')}
        action={
          <Button component={Link} to="/application/wallets" size="sm" variant="default">
            {t('result.wallet')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={<IconCurrencyBitcoin size={26} />}
      title={t(kind === 'ALL' ? 'list.cryptoAllEmptyTitle' : 'list.cryptoEmptyTitle')}
      text={t('list.cryptoEmptyText')}
      action={
        <Button component={Link} to="/application/trade" size="sm" variant="default">
          {t('list.cryptoEmptyAction')}
        </Button>
      }
    />
  )
}
