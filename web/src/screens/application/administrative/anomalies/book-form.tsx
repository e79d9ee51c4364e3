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

interface BookFormProps {
  readonly anomaly: PaymentAnomaly
  readonly isPayout: boolean
  readonly onDone: () => void
}

export function BookForm({ anomaly, isPayout, onDone }: BookFormProps) {
  const { id, accountId } = anomaly
  const { t } = useTranslation('anomalies')
  const queries = useQueryClient()
  const [customer, setCustomer] = useState('')
  const [wasMissing, setWasMissing] = useState(false)
  const targets = targetsOf(anomaly, isPayout)
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
        {t(isPayout ? 'booking.payoutText' : 'booking.text')}
      </Alert>
      {accountId === null && targets.includes('customer') && (
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
            {targets.map((target) => (
              <Button
                key={target}
                variant={target === 'customer' || target === 'sent_back' ? 'filled' : 'default'}
                onClick={() => choose(target)}
              >
                {t(`booking.targets.${target}`)}
              </Button>
            ))}
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}

/** Possible targets: first a customer or suspense, then a customer or, for a payout, the platform; or the end of one that was sent back. */
function targetsOf({ bookedAt, isInSuspense, state }: PaymentAnomaly, isPayout: boolean): readonly BookingTarget[] {
  if (isPayout && bookedAt !== null && state === 'OPEN') return ['sent_back']
  if (!isInSuspense) return ['suspense', 'customer']
  return isPayout ? ['platform', 'customer'] : ['customer']
}
