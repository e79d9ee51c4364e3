/**
 * 'Registrar en los libros': requests a second officer's approval to book a payment to a customer or to the suspense account (decision 71).
 */
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BookingTarget, PaymentAnomaly } from '@tunjo/contract/payment-anomalies'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ANOMALIES_KEY, bookAnomaly } from '../../../../api/payment-anomalies.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { toast } from '../../../../ui/toast.ts'

const ACCOUNT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ID_LENGTH = 36

export function BookForm({ anomaly: { id, accountId, isInSuspense }, onDone }: { anomaly: PaymentAnomaly; onDone: () => void }) {
  const { t } = useTranslation('anomalies')
  const queries = useQueryClient()
  const [customer, setCustomer] = useState('')
  const [wasMissing, setWasMissing] = useState(false)
  const isMissing = accountId === null && !ACCOUNT_ID.test(customer.trim())
  const booking = useMutation({
    mutationFn: (asked: { target: BookingTarget; accountId: string | null; reason: string }) => bookAnomaly(id, asked),
    onSuccess() {
      toast.success(t('booking.askedSecond'))
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ANOMALIES_KEY }),
  })
  function act(target: BookingTarget, reason: string): void {
    const isToCustomer = target === 'customer'
    setWasMissing(isToCustomer && isMissing)
    if (isToCustomer && isMissing) return
    booking.mutate({ target, accountId: isToCustomer && accountId === null ? customer.trim().toLowerCase() : null, reason })
  }
  return (
    <Stack gap="sm">
      <Alert color="amber" role="note">
        {t('booking.text')}
      </Alert>
      {accountId === null && (
        <TextInput
          label={t('booking.customer')}
          description={t('booking.customerHint')}
          maxLength={ID_LENGTH}
          value={customer}
          onChange={({ currentTarget }) => setCustomer(currentTarget.value)}
          error={wasMissing && isMissing ? t('booking.customerMissing') : undefined}
        />
      )}
      <ReasonForm<BookingTarget> label={t('booking.reason')} isBusy={booking.isPending} failure={booking.error} onAct={act}>
        {(choose) => (
          <>
            {!isInSuspense && (
              <Button variant="default" onClick={() => choose('suspense')}>
                {t('booking.suspense')}
              </Button>
            )}
            <Button onClick={() => choose('customer')}>{t('booking.toCustomer')}</Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}
