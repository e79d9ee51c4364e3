/** Settlement of a transaction in suspense: with its customer, or with the platform. Asks for a second officer (decision 85). */
import { Alert, Button, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SettlementTarget } from '@tunjo/contract/found-transactions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settleFound } from '../../../../api/found-transactions.ts'
import { OFFICER_MONEY } from '../../../../api/officer-money.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'

const ACCOUNT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ID_LENGTH = 36

export function FoundSettlement({ hash, onDone }: { hash: string; onDone: () => void }) {
  const { t } = useTranslation('officer-money')
  const queries = useQueryClient()
  const [target, setTarget] = useState<SettlementTarget>('customer')
  const [customer, setCustomer] = useState('')
  const [wasMissing, setWasMissing] = useState(false)
  const isMissing = target === 'customer' && !ACCOUNT_ID.test(customer.trim())
  const settling = useMutation({
    mutationFn: (reason: string) => settleFound(hash, target === 'customer' ? customer.trim().toLowerCase() : null, reason),
    // That it waits for a second officer was said where the answer came in.
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: OFFICER_MONEY }),
  })
  function act(reason: string): void {
    setWasMissing(isMissing)
    if (!isMissing) settling.mutate(reason)
  }
  return (
    <>
      <Radio.Group label={t('found.whose')} value={target} onChange={(next) => setTarget(next === 'platform' ? 'platform' : 'customer')}>
        <Stack gap="xs" mt="xs">
          <Radio value="customer" label={t('found.ofCustomer')} description={t('found.ofCustomerHint')} />
          <Radio value="platform" label={t('found.ofPlatform')} description={t('found.ofPlatformHint')} />
        </Stack>
      </Radio.Group>
      {target === 'customer' && (
        <TextInput
          label={t('found.customer')}
          description={t('found.customerHint')}
          maxLength={ID_LENGTH}
          value={customer}
          onChange={({ currentTarget }) => setCustomer(currentTarget.value)}
          error={wasMissing && isMissing ? t('found.customerMissing') : undefined}
        />
      )}
      <Alert color="amber" role="note">
        {t('found.two')} {t(`found.settlementNotes.${target}`)}
      </Alert>
      <ReasonForm<'settle'>
        label={t('found.settlementReason')}
        isBusy={settling.isPending}
        failure={settling.error}
        onAct={(_settle, reason) => act(reason)}
      >
        {(choose) => <Button onClick={() => choose('settle')}>{t('found.settle')}</Button>}
      </ReasonForm>
    </>
  )
}
