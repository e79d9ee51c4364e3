/** Step-up dialog: the action in the server's words, and the proof that approves it (ID-10, SEC-46). */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../api/error-text.ts'
import { type Approval, mailAnotherCode, type Proof, proveStepUp } from '../../api/step-up.ts'
import { Modal } from '../../ui/modal.tsx'
import { Summary } from '../../ui/summary.tsx'
import { FactorForm } from '../factor/factor-form.tsx'

/** Restores the focus: an unmounted dialog does not return it as a closed one does. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [before],
  )
}

export function StepUpDialog({ approval }: { approval: Approval }) {
  const { t } = useTranslation('factor')
  useFocusReturn()
  const [asked, setAsked] = useState(approval.asked)
  const [isOver, setOver] = useState(false)
  const beginning = useMutation({
    mutationFn: approval.again,
    onSuccess: (anew) => {
      setAsked(anew)
      setOver(false)
    },
  })

  async function prove(proof: Proof): Promise<void> {
    try {
      approval.grant(await proveStepUp(asked.id, proof))
    } catch (error) {
      if (hasCode(error, 'identity.step_up_expired')) setOver(true)
      throw error
    }
  }

  return (
    <Modal opened onClose={approval.cancel} title={asked.title} size="sm">
      <Stack>
        {asked.details.length > 0 && (
          <Summary label={asked.title} lines={asked.details.map(({ label, value }) => ({ name: label, value }))} />
        )}
        {isOver ? (
          <>
            <Alert color="amber" role="alert">
              {beginning.isError ? errorText(beginning.error) : t('expired')}
            </Alert>
            <Button onClick={() => beginning.mutate()} loading={beginning.isPending}>
              {t('again')}
            </Button>
          </>
        ) : (
          <FactorForm
            key={asked.id}
            methods={asked.methods}
            passkey={asked.passkey}
            sentTo={asked.sentTo}
            prove={prove}
            resend={() => mailAnotherCode(asked.id)}
          />
        )}
        <Button variant="default" onClick={approval.cancel}>
          {t('cancel')}
        </Button>
      </Stack>
    </Modal>
  )
}
