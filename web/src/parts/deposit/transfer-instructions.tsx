/** Deposit by bank transfer: the collection account and the person's reference, to be copied into the bank's form, and the next steps. */
import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { transferInstructionsQuery } from '../../api/bank-statements.ts'
import { errorText } from '../../api/error-text.ts'
import { depositVolumeQuery } from '../../api/limits.ts'
import { rulesQuery } from '../../api/payments.ts'
import { formatCop } from '../../ui/amount-format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { Summary } from '../../ui/summary.tsx'
import { leftOfMonth } from '../month-left.ts'

export function TransferInstructions() {
  const { t } = useTranslation('money')
  const found = useQuery(transferInstructionsQuery)
  const minimum = useQuery(rulesQuery).data?.deposit.minimum
  const left = leftOfMonth(useQuery(depositVolumeQuery).data)
  if (found.isPending) return <RowsSkeleton rows={6} />
  if (found.isError) return <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />
  const { account, reference } = found.data
  const copied = (name: string, value: string, text = value) => ({ name, value: <Copied text={text} shown={value} what={name} /> })
  return (
    <Stack>
      <Summary
        label={t('transfer.account')}
        lines={[
          copied(t('transfer.reference'), reference, reference.replaceAll(' ', '')),
          { name: t('withdraw.bank'), value: account.bank },
          { name: t('withdraw.accountType'), value: t(`accountType.${account.accountType}`) },
          copied(t('withdraw.accountNumber'), account.accountNumber),
          { name: t('transfer.holder'), value: account.holder },
          copied(t('transfer.taxId'), account.taxId),
        ]}
      />
      <Alert color="amber" role="note" title={t('transfer.ownTitle')}>
        {t('transfer.ownText')}
      </Alert>
      <Text>{t('transfer.then')}</Text>
      {minimum !== undefined && <Text>{t('transfer.minimum', { minimum: formatCop(minimum) })}</Text>}
      {left !== null && <Text>{t('transfer.left', { left: formatCop(left) })}</Text>}
    </Stack>
  )
}

function Copied({ text, shown, what }: { text: string; shown: string; what: string }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
      <span translate="no">{shown}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}
