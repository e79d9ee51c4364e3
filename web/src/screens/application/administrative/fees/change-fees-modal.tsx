/** 'Cambiar tarifas': proposal of new platform fee rates with a reason; a second officer decides (four eyes). */
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { FEE_PAIRS, type FeeRates } from '@tunjo/contract/fee-schedule'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { proposeFees } from '../../../../api/trade-fees.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { toast } from '../../../../ui/toast.ts'
import { draftOf, ratesOf } from './fee-draft.ts'
import { TierFields } from './tier-fields.tsx'

interface ChangeFeesModalProps {
  /** Rates of the newest version; null: closed. */
  newest: FeeRates | null
  onClose: () => void
}

export function ChangeFeesModal({ newest, onClose }: ChangeFeesModalProps) {
  const { t } = useTranslation('fees')
  return (
    <Modal opened={newest !== null} onClose={onClose} title={t('change.title')}>
      {newest && <Change newest={newest} onClose={onClose} />}
    </Modal>
  )
}

const DAY_MS = 86_400_000

function Change({ newest, onClose }: { newest: FeeRates; onClose: () => void }) {
  const { t } = useTranslation('fees')
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(newest))
  const [fromDay, setFromDay] = useState('')
  const rates = ratesOf(draft)
  const isSame = rates !== null && JSON.stringify(rates) === JSON.stringify(newest)
  const proposing = useMutation({
    mutationFn: ({ wanted, reason }: { wanted: FeeRates; reason: string }) =>
      proposeFees({ rates: wanted, fromDay: fromDay || null, reason }),
    onSuccess: () => {
      toast.success(t('change.proposed'))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['trade-fees'] }),
  })
  return (
    <Stack>
      <Alert color="amber" role="note">
        {t('change.text')}
      </Alert>
      {FEE_PAIRS.map((pair) => (
        <TierFields key={pair} pair={pair} tiers={draft[pair]} onChange={(tiers) => setDraft({ ...draft, [pair]: tiers })} />
      ))}
      {rates === null && <p role="status">{t('change.wrong')}</p>}
      <TextInput
        type="date"
        label={t('change.fromDay')}
        description={t('change.fromDayHint')}
        min={bogotaDay(new Date(Date.now() + DAY_MS))}
        max="9999-12-31"
        value={fromDay}
        onChange={({ currentTarget }) => setFromDay(currentTarget.value)}
      />
      <ReasonForm<'propose'>
        label={t('change.reason')}
        isBusy={proposing.isPending}
        failure={proposing.error}
        onAct={(_act, reason) => rates && proposing.mutate({ wanted: rates, reason })}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('change.cancel')}
            </Button>
            <Button onClick={() => act('propose')} disabled={rates === null || isSame}>
              {t('change.propose')}
            </Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}
