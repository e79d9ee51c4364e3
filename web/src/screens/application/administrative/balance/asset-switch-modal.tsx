/** Pause switch of an asset: 'Detener' stops withdrawals and swaps immediately, 'Reanudar' asks for a second officer to resume them. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'
import { freezeAsset, liftFreeze } from '../../../../api/reconciliation.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { toast } from '../../../../ui/toast.ts'

export interface AssetSwitch {
  readonly asset: AssetCode
  readonly act: 'freeze' | 'lift'
}
interface AssetSwitchModalProps {
  asked: AssetSwitch | null
  onClose: () => void
}

export function AssetSwitchModal({ asked, onClose }: AssetSwitchModalProps) {
  const { t } = useTranslation('balance')
  return (
    <Modal opened={asked !== null} onClose={onClose} title={asked ? t(`${asked.act}Label`, { asset: ASSETS[asked.asset].name }) : ''}>
      {asked && <Asking asked={asked} onClose={onClose} />}
    </Modal>
  )
}

function Asking({ asked: { asset, act }, onClose }: { asked: AssetSwitch; onClose: () => void }) {
  const { t } = useTranslation('balance')
  const queries = useQueryClient()
  const isStopping = act === 'freeze'
  const switching = useMutation<unknown, Error, string>({
    mutationFn: (reason) => (isStopping ? freezeAsset(asset, reason) : liftFreeze(asset, reason)),
    onSuccess: () => {
      toast.success(t(isStopping ? 'frozen' : 'liftAsked'))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['books'] }),
  })
  return (
    <Stack>
      <Alert color={isStopping ? 'red' : 'amber'} role="note">
        {t(`${act}Text`)}
      </Alert>
      <ReasonForm<typeof act>
        label={t('reason')}
        isBusy={switching.isPending}
        failure={switching.error}
        onAct={(_act, reason) => switching.mutate(reason)}
      >
        {(press) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button color={isStopping ? 'red' : undefined} onClick={() => press(act)}>
              {t(isStopping ? 'freeze' : 'askSecond')}
            </Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}
