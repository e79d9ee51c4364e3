/**
 * 'Registrar lo que dice el banco': requests a second officer's approval to end a withdrawal that the provider never answers (decision 51).
 */
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PAYOUT_OUTCOMES } from '@tunjo/contract/payments-officers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PayoutOutcome, recordBankOutcome, STOPPED_KEY } from '../../../../api/stopped-operations.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { toast } from '../../../../ui/toast.ts'

const REFERENCE_MINIMUM = 4
const REFERENCE_MAXIMUM = 64

export function BankOutcomeForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('stopped')
  const queries = useQueryClient()
  const [bankReference, setReference] = useState('')
  const [wasShort, setWasShort] = useState(false)
  const isShort = bankReference.trim().length < REFERENCE_MINIMUM
  const recording = useMutation({
    mutationFn: (said: { outcome: PayoutOutcome; reason: string }) =>
      recordBankOutcome(id, { ...said, bankReference: bankReference.trim() }),
    onSuccess() {
      toast.success(t('bankWord.askedSecond'))
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: STOPPED_KEY }),
  })
  function act(outcome: PayoutOutcome, reason: string): void {
    setWasShort(isShort)
    if (!isShort) recording.mutate({ outcome, reason })
  }
  return (
    <Stack gap="sm">
      <Alert color="amber" role="note">
        {t('bankWord.text')}
      </Alert>
      <TextInput
        label={t('bankWord.reference')}
        maxLength={REFERENCE_MAXIMUM}
        value={bankReference}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
        error={wasShort && isShort ? t('bankWord.referenceShort') : undefined}
        required
      />
      <ReasonForm<PayoutOutcome> label={t('bankWord.reason')} isBusy={recording.isPending} failure={recording.error} onAct={act}>
        {(choose) =>
          PAYOUT_OUTCOMES.map((outcome) => (
            <Button key={outcome} variant="default" onClick={() => choose(outcome)}>
              {t(`bankWord.outcomes.${outcome}`)}
            </Button>
          ))
        }
      </ReasonForm>
    </Stack>
  )
}
