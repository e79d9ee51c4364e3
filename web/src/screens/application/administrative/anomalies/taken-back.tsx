/** A credited payment that the provider reversed: the remaining balance, the platform's loss, and the request to close it (decision 83). */
import { Alert, Button, Skeleton, Stack, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TakenBackDeposit } from '@tunjo/contract/payment-anomalies'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ANOMALIES_KEY, endTakenBack, takenBackQuery } from '../../../../api/payment-anomalies.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { useAccount } from '../../../../session.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.ts'

export function TakenBack({ depositId, onDone }: { depositId: string; onDone: () => void }) {
  const { t } = useTranslation('anomalies')
  const mayEnd = useAccount()?.permissions.includes('payments.review') ?? false
  const { data, isError, isPending, refetch } = useQuery(takenBackQuery(depositId))
  if (isPending) return <Skeleton height={120} aria-label={t('takenBack.loading')} />
  if (isError) return <ErrorState message={t('takenBack.failed')} onRetry={() => void refetch()} />
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('takenBack.title')}
      </Title>
      <Summary lines={linesOf(data, t)} />
      {data.waits !== null && (
        <Alert color="amber" role="note">
          {t(`takenBack.waits.${data.waits}`)}
        </Alert>
      )}
      {mayEnd && data.waits === null && <Ending depositId={depositId} onDone={onDone} />}
    </Stack>
  )
}

function Ending({ depositId, onDone }: { depositId: string; onDone: () => void }) {
  const { t } = useTranslation('anomalies')
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: (reason: string) => endTakenBack(depositId, reason),
    onSuccess() {
      toast.success(t('booking.askedSecond'))
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ANOMALIES_KEY }),
  })
  return (
    <>
      <Alert color="amber" role="note">
        {t('takenBack.text')}
      </Alert>
      <ReasonForm<'end'>
        label={t('booking.reason')}
        isBusy={ending.isPending}
        failure={ending.error}
        onAct={(_act, reason) => ending.mutate(reason)}
      >
        {(act) => (
          <Button color="red" onClick={() => act('end')}>
            {t('takenBack.end')}
          </Button>
        )}
      </ReasonForm>
    </>
  )
}

const linesOf = ({ amount, held, missing, since }: TakenBackDeposit, t: TFunction<'anomalies'>): SummaryLine[] => [
  { name: t('takenBack.amount'), value: <Amount value={amount} asset="COP" />, strong: true },
  { name: t('takenBack.held'), value: <Amount value={held} asset="COP" /> },
  { name: t('takenBack.missing'), value: <Amount value={missing} asset="COP" /> },
  { name: t('takenBack.since'), value: <DateTime value={new Date(since)} /> },
]
