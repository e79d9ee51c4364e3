/** Pause switch of token withdrawals, with the 24-hour totals and maxima: one officer pauses, two resume (R11). */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { OFFICER_MONEY } from '../../../../api/officer-money.ts'
import { pauseTokens, resumeTokens, type TokenSwitchState, tokenSwitchQuery } from '../../../../api/token-officers.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { useAccount } from '../../../../session.ts'
import { Card } from '../../../../ui/card.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.ts'
import { WithdrawalFigure } from './withdrawal-figure.tsx'

type Act = 'pause' | 'resume'

export function TokenSwitch() {
  const { t } = useTranslation('officer-money')
  const [act, setAct] = useState<Act | null>(null)
  const state = useQuery(tokenSwitchQuery)
  const mayDecide = useAccount()?.permissions.includes('payments.review') ?? false
  const next: Act = state.data?.paused ? 'resume' : 'pause'
  return (
    <Card
      title={t('tokenSwitch.title')}
      actions={
        mayDecide &&
        state.data && (
          <Button variant="default" onClick={() => setAct(next)}>
            {t(`tokenSwitch.${next}`)}
          </Button>
        )
      }
    >
      {state.isPending && <RowsSkeleton rows={3} />}
      {state.isLoadingError && <ErrorState message={errorText(state.error)} onRetry={() => void state.refetch()} />}
      {state.data && <SwitchState {...state.data} />}
      <Modal opened={act !== null} onClose={() => setAct(null)} title={act ? t(`tokenSwitch.${act}Title`) : ''}>
        {act && <Switching act={act} onDone={() => setAct(null)} />}
      </Modal>
    </Card>
  )
}

function SwitchState({ paused, reason, since, day }: TokenSwitchState) {
  const { t } = useTranslation('officer-money')
  const badge = <StatusBadge kind={paused ? 'failed' : 'done'}>{t(paused ? 'tokenSwitch.paused' : 'tokenSwitch.active')}</StatusBadge>
  return (
    <Summary
      lines={[
        { name: t('tokenSwitch.state'), value: badge },
        ...(reason ? [{ name: t('tokenSwitch.reason'), value: reason }] : []),
        ...(since ? [{ name: t('tokenSwitch.since'), value: <DateTime value={new Date(since)} /> }] : []),
        ...day.map(({ asset, taken, maximum }) => ({
          name: t('tokenSwitch.day', { asset }),
          value: (
            <>
              <WithdrawalFigure asset={asset} amount={taken} /> {t('tokenSwitch.of')} <WithdrawalFigure asset={asset} amount={maximum} />
            </>
          ),
        })),
      ]}
    />
  )
}

function Switching({ act, onDone }: { act: Act; onDone: () => void }) {
  const { t } = useTranslation('officer-money')
  const queries = useQueryClient()
  const switching = useMutation({
    mutationFn: (reason: string) => (act === 'pause' ? pauseTokens(reason) : resumeTokens(reason)),
    onSuccess: () => {
      // The pending approval of resuming was announced where the answer arrived.
      if (act === 'pause') toast.success(t('tokenSwitch.pausedNow'))
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: OFFICER_MONEY }),
  })
  return (
    <Stack>
      <Alert color="amber" role="note">
        {t(`tokenSwitch.${act}Text`)}
      </Alert>
      <ReasonForm<Act>
        label={t('withdrawals.reason')}
        isBusy={switching.isPending}
        failure={switching.error}
        onAct={(_act, reason) => switching.mutate(reason)}
      >
        {(press) => <Button onClick={() => press(act)}>{t(act === 'pause' ? 'tokenSwitch.pauseNow' : 'tokenSwitch.ask')}</Button>}
      </ReasonForm>
    </Stack>
  )
}
