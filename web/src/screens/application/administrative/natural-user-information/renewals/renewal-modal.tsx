/** Renewal request: an officer selects what a person has to submit again, with a reason for officers only. */
import { Alert, Button, Checkbox, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { RENEWAL_BUSINESS_DAYS } from '@tunjo/contract/renewal-reasons'
import type { RenewalSubject } from '@tunjo/contract/renewals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestRenewal } from '../../../../../api/renewals.ts'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { toast } from '../../../../../ui/toast.ts'

interface RenewalModalProps {
  userId: string
  askable: readonly RenewalSubject[]
  onClose: () => void
}

export function RenewalModal({ userId, askable, onClose }: RenewalModalProps) {
  const { t } = useTranslation('renewals')
  const [chosen, setChosen] = useState<readonly RenewalSubject[]>([])
  const [wasEmpty, setWasEmpty] = useState(false)
  const asking = useMutation({
    mutationFn: (reason: string) => requestRenewal(userId, chosen, reason),
    onSuccess: (dueAt) => {
      toast.success(t('officer.asked', { day: formatDate(dueAt, 'day') }))
      onClose()
    },
  })
  const choose = (names: string[]) => setChosen(askable.filter((subject) => names.includes(subject)))
  function act(reason: string): void {
    if (chosen.length > 0) asking.mutate(reason)
  }
  return (
    <Modal opened onClose={onClose} title={t('officer.modalTitle')} canClose={!asking.isPending}>
      <Stack>
        <Alert color="amber" role="note">
          {t('officer.modalText', { days: RENEWAL_BUSINESS_DAYS })}
        </Alert>
        <Checkbox.Group
          label={t('officer.what')}
          value={[...chosen]}
          onChange={choose}
          error={wasEmpty && chosen.length === 0 ? t('officer.choose') : undefined}
        >
          <Stack gap="xs" mt="xs">
            {askable.map((subject) => (
              <Checkbox key={subject} value={subject} label={t(`subjects.${subject}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <ReasonForm<'ask'>
          label={t('officer.reason')}
          isBusy={asking.isPending}
          failure={asking.error}
          onAct={(_ask, reason) => act(reason)}
        >
          {(ask) => (
            <>
              <Button variant="default" onClick={onClose}>
                {t('officer.cancel')}
              </Button>
              <Button
                onClick={() => {
                  setWasEmpty(chosen.length === 0)
                  ask('ask')
                }}
              >
                {t('officer.submit')}
              </Button>
            </>
          )}
        </ReasonForm>
      </Stack>
    </Modal>
  )
}
