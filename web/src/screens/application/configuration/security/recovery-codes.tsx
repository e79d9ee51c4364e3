/** Number of unused recovery codes, and the action to create new ones. */
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { RECOVERY_CODES } from '@tunjo/contract/factors'
import { useTranslation } from 'react-i18next'
import { newRecoveryCodes } from '../../../../api/factors.ts'
import { FailureAlert } from '../failure-alert.tsx'
import { Setting } from '../setting.tsx'
import { unlessCancelled } from '../unless-cancelled.ts'
import { useFactorsChanged } from './use-factors-changed.ts'

const FEW = 3

export function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('security')
  const onChanged = useFactorsChanged()
  const renewing = useMutation({
    mutationFn: () => unlessCancelled(newRecoveryCodes()),
    onSuccess: async (renewed) => {
      if (!renewed) return
      onCodes(renewed.recoveryCodes)
      await onChanged()
    },
  })
  return (
    <Setting
      name={t('recovery.title')}
      text={t('recovery.left', { count: left, total: RECOVERY_CODES })}
      control={
        <Button variant="default" size="sm" loading={renewing.isPending} onClick={() => renewing.mutate()}>
          {t('recovery.renew')}
        </Button>
      }
    >
      {left < FEW && (
        <Alert color="amber" role="status" flex="1 0 100%">
          {left === 0 ? t('recovery.none') : t('recovery.few')}
        </Alert>
      )}
      <FailureAlert error={renewing.error} />
    </Setting>
  )
}
