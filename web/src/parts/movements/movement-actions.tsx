/** Actions on a movement in flight: pay at the bank, or cancel a withdrawal before it is sent. */
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FiatTransactionDetail } from '@tunjo/contract/payments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelWithdrawal } from '../../api/payments.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './movement-actions.module.css'

/** Lazy: dialogs are large, and this one is rare. */
const ErrorDialog = lazyComponent(async () => (await import('../error-dialog.tsx')).ErrorDialog, {
  dialog: { close: ({ onClose }) => onClose() },
})

export function MovementActions({ movement }: { movement: FiatTransactionDetail }) {
  const { t } = useTranslation('money')
  const cache = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const cancelling = useMutation({
    mutationFn: () => cancelWithdrawal(movement.transactionId),
    onSuccess: () => toast.success(t('flight.cancelled')),
    onError: setFailure,
    onSettled: () => Promise.all(['payments', 'wallets', 'limits'].map((name) => cache.invalidateQueries({ queryKey: [name] }))),
  })
  return (
    <>
      {movement.paymentUrl && (
        <div className={classes.actions}>
          <Button
            component="a"
            href={movement.paymentUrl}
            target="_blank"
            rel="noopener noreferrer"
            variant="light"
            size="sm"
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t('flight.pay')}
          </Button>
          <span className={classes.hint}>{t('flight.payHint')}</span>
        </div>
      )}
      {movement.cancellable && (
        <div className={classes.actions}>
          <Button variant="default" size="sm" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {t('flight.cancel')}
          </Button>
        </div>
      )}
      {failure !== null && <ErrorDialog error={failure} onClose={() => setFailure(null)} />}
    </>
  )
}
