/** Actions of the assigned officer: answer or reject the request, extend its term, ask the person to complete it. */
import { Alert, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import type { OfficerDataRequestThread } from '@tunjo/contract/data-requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actOnDataRequest, type DataRequestAct } from '../../../../api/officer-data-requests.ts'
import { RequestForm, type WrittenRequest } from '../../../../parts/data-requests/request-form.tsx'
import { Card } from '../../../../ui/card.tsx'
import { toast } from '../../../../ui/toast.ts'

/** Four labels in a row are wider than a phone. */
const NARROW = '(max-width: 37.5em)'

export function RequestActs({ request }: { request: OfficerDataRequestThread }) {
  const { t } = useTranslation('data-requests')
  const [act, setAct] = useState<DataRequestAct>('answered')
  /** Switching the form clears the text. */
  const [round, setRound] = useState(0)
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  const acting = useMutation({
    mutationFn: (written: WrittenRequest) => actOnDataRequest(request, act, written),
    onSuccess: () => toast.success(t(`acts.${act}.done`)),
  })
  const offered: DataRequestAct[] = [
    'answered',
    'rejected',
    ...(request.mayExtend ? ['extend' as const] : []),
    ...(request.mayAskCompletion ? ['askCompletion' as const] : []),
  ]
  const isDecision = act === 'answered' || act === 'rejected'
  const prepared = request.kind === 'erasure' && isDecision ? { label: t('prepared.use'), text: t('prepared.erasure') } : null
  return (
    <Card title={t('acts.title')}>
      {/* Shown for every person, so that it discloses nothing about one of them. */}
      <Alert color="amber" role="note" title={t('acts.secret.title')} mb="md">
        {t('acts.secret.text')}
      </Alert>
      <SegmentedControl
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        value={act}
        onChange={(value) => {
          setAct(offered.find((one) => one === value) ?? 'answered')
          acting.reset()
        }}
        data={offered.map((value) => ({ value, label: t(`acts.${value}.name`) }))}
        aria-label={t('acts.title')}
        mb="md"
      />
      <RequestForm
        key={`${act} ${round}`}
        label={t(`acts.${act}.label`)}
        hint={t(`acts.${act}.hint`)}
        action={t(`acts.${act}.send`)}
        isBusy={acting.isPending}
        failure={acting.error}
        takesFiles={isDecision}
        prepared={prepared}
        onSend={(written) => acting.mutate(written)}
        onCancel={() => setRound(round + 1)}
      />
    </Card>
  )
}
