/** Return from the bank: outcome of a deposit, from the server's record and never from the address (MON-04). */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FiatTransactionDetail, TransactionState } from '@tunjo/contract/payments'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../api/error-text.ts'
import { movementQuery } from '../../api/payments.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { MovementDetail } from '../movements/movement-detail.tsx'

const RESULTS = ['COMPLETED', 'PENDING', 'IN_REVIEW', 'RETURNED', 'FAILED', 'EXPIRED'] as const
type Result = (typeof RESULTS)[number]
const resultOf = (state: TransactionState): Result | undefined => RESULTS.find((result) => result === state)

export function DepositResult({ id }: { id: string }) {
  const { t } = useTranslation('money')
  const deposit = useQuery({ ...movementQuery(id), retry: (count, error) => count < 3 && !isUnknown(error) })
  if (deposit.isPending)
    return (
      <Card title={t('result.loading')}>
        <RowsSkeleton rows={4} />
      </Card>
    )
  if (deposit.isLoadingError && !isUnknown(deposit.error))
    return (
      <Card>
        <ErrorState message={errorText(deposit.error)} onRetry={() => void deposit.refetch()} />
      </Card>
    )
  const result = deposit.data?.kind === 'DEPOSIT' ? resultOf(deposit.data.state) : undefined
  // Another person's deposit and a missing one look the same.
  if (!deposit.data || !result) return <NotFound />
  return <Known deposit={deposit.data} result={result} />
}

const isUnknown = (error: unknown): boolean => hasCode(error, 'payments.transaction_not_found')

function NotFound() {
  const { t } = useTranslation('money')
  return (
    <Card title={t('result.notFound.title')}>
      <Stack>
        <Text>{t('result.notFound.text')}</Text>
        <Group>
          <ToWallet />
        </Group>
      </Stack>
    </Card>
  )
}

function Known({ deposit, result }: { deposit: FiatTransactionDetail; result: Result }) {
  const { t } = useTranslation('money')
  return (
    <Card title={t(`result.${result}.title`)}>
      <Stack>
        <div role="status">
          <Text>{deposit.reason ?? t(`result.${result}.text`)}</Text>
          {result === 'PENDING' && <Text mt="xs">{t('result.PENDING.next')}</Text>}
        </div>
        <Group>
          {(result === 'FAILED' || result === 'EXPIRED') && (
            <Button
              renderRoot={(props) => (
                <Link to="/application/wallets" search={{ abrir: 'abono', repetir: deposit.transactionId }} {...props} />
              )}
            >
              {t('result.retry')}
            </Button>
          )}
          {result === 'COMPLETED' && (
            <Button component={Link} to="/application/trade">
              {t('result.trade')}
            </Button>
          )}
          <ToWallet />
        </Group>
        {/* The reason is shown above. */}
        <MovementDetail movement={{ ...deposit, reason: null }} />
      </Stack>
    </Card>
  )
}

function ToWallet() {
  const { t } = useTranslation('money')
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/application/wallets" search={{}} {...props} />}>
      {t('result.wallet')}
    </Button>
  )
}
