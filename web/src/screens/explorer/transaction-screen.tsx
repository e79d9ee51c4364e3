/** /explorer/tx/:hash: one transaction of the chain, public by its hash; live until it has enough confirmations. */
import { Button } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ExplorerTransaction } from '@tunjo/contract/blockchain'
import { useTranslation } from 'react-i18next'
import { isUnknownTransaction, transactionQuery } from '../../api/blockchain.ts'
import { errorText } from '../../api/error-text.ts'
import { formatSignificant, unitsOf } from '../../parts/price-figures.ts'
import { Card } from '../../ui/card.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Hash } from '../../ui/hash.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Summary } from '../../ui/summary.tsx'
import { usePathParam } from '../../ui/use-path-param.ts'
import classes from './explorer.module.css'
import { TokenTransfers } from './token-transfers.tsx'

const HASH = /^0x[0-9a-fA-F]{64}$/
const WEI_SCALE = 18
const KIND = { pending: 'waiting', success: 'done', reverted: 'failed' } as const

export default function TransactionScreen() {
  const { t } = useTranslation('explorer')
  const hash = usePathParam('hash')
  return (
    <>
      <PageHeader title={t('title')} text={t('about')} />
      {HASH.test(hash) ? <Transaction hash={hash} /> : <Unknown isMalformed />}
    </>
  )
}

function Transaction({ hash }: { hash: string }) {
  const { data, error, refetch } = useQuery(transactionQuery(hash))
  if (data)
    return (
      <div className={classes.screen}>
        <Facts transaction={data} />
        {data.status !== 'pending' && <TokenTransfers transfers={data.transfers} />}
      </div>
    )
  if (isUnknownTransaction(error)) return <Unknown />
  return <Card>{error ? <ErrorState message={errorText(error)} onRetry={() => void refetch()} /> : <RowsSkeleton rows={8} />}</Card>
}

function Unknown({ isMalformed = false }: { isMalformed?: boolean }) {
  const { t } = useTranslation('explorer')
  return (
    <Card>
      <div role="status">
        <EmptyState
          icon={<IconFileSearch size={28} stroke={1.5} />}
          title={t('unknownTitle')}
          text={t(isMalformed ? 'malformedText' : 'unknownText')}
          action={
            <Button component={Link} to="/" variant="default" size="sm">
              {t('home')}
            </Button>
          }
        />
      </div>
    </Card>
  )
}

function Facts({ transaction }: { transaction: ExplorerTransaction }) {
  const { t } = useTranslation('explorer')
  const { hash, status, block_number, block_time, confirmations, from, to, nonce, network_fee_eth, fee_paid_by_house } = transaction
  const address = (value: string) => <Hash value={value} what={t('addressWhat')} />
  return (
    <Card>
      <div className={classes.status} role="status">
        <StatusBadge kind={KIND[status]}>{t(`state.${status}`)}</StatusBadge>
        {status !== 'success' && <span className={classes.quiet}>{t(`${status}Text`)}</span>}
      </div>
      <div className={classes.hash}>
        <p className={classes.quiet}>{t('hash')}</p>
        <Hash value={hash} what={t('hashWhat')} whole />
      </div>
      <div className={classes.facts}>
        <Summary
          lines={[
            { name: t('block'), value: block_number ?? t('none') },
            { name: t('confirmations'), value: confirmations },
            { name: t('time'), value: block_time ? <DateTime value={new Date(block_time)} /> : t('none') },
            { name: t('from'), value: address(from) },
            { name: t('to'), value: to ? address(to) : t('contractCreation') },
            {
              name: t('fee'),
              value: network_fee_eth
                ? t(fee_paid_by_house ? 'feeOfPlatform' : 'feeOfSender', { fee: feeFigure(network_fee_eth) })
                : t('none'),
            },
            { name: t('nonce'), value: nonce },
          ]}
        />
      </div>
    </Card>
  )
}

const feeFigure = (fee: string): string => formatSignificant({ numerator: unitsOf(fee, WEI_SCALE), denominator: 10n ** BigInt(WEI_SCALE) })
