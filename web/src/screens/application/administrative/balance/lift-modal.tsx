/** 'Reanudar': asks for a second officer to let withdrawals and swaps of an asset go on. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'
import { liftFreeze } from '../../../../api/reconciliation.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { toast } from '../../../../ui/toast.ts'

export function LiftModal({ asset, onClose }: { asset: AssetCode | null; onClose: () => void }) {
  const { t } = useTranslation('balance')
  return (
    <Modal opened={asset !== null} onClose={onClose} title={asset ? t('liftLabel', { asset: ASSETS[asset].name }) : ''}>
      {asset && <Asking asset={asset} onClose={onClose} />}
    </Modal>
  )
}

function Asking({ asset, onClose }: { asset: AssetCode; onClose: () => void }) {
  const { t } = useTranslation('balance')
  const queries = useQueryClient()
  const lifting = useMutation({
    mutationFn: (reason: string) => liftFreeze(asset, reason),
    onSuccess: () => {
      toast.success(t('liftAsked'))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['books'] }),
  })
  return (
    <Stack>
      <Alert color="amber" role="note">
        {t('liftText')}
      </Alert>
      <ReasonForm<'lift'>
        label={t('reason')}
        isBusy={lifting.isPending}
        failure={lifting.error}
        onAct={(_act, reason) => lifting.mutate(reason)}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button onClick={() => act('lift')}>{t('askSecond')}</Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}
