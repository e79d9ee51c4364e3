/** Launch of a background check: with the date of issue where it is needed, and forced anew where a recent report would be reused. */
import { Alert, Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { BackgroundCheck } from '@tunjo/contract/background-checks'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { launchCheck } from '../../../../../api/background-checks.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { isStepUpCancelled } from '../../../../../api/failure.ts'
import { serverNowMs } from '../../../../../api/server-clock.ts'
import { Modal } from '../../../../../ui/modal.tsx'
import { ModalActions } from '../../../../../ui/modal-actions.tsx'
import { toast } from '../../../../../ui/toast.ts'
import classes from './checks.module.css'

interface LaunchModalProps {
  userId: string
  /** The newest check so far. */
  before: BackgroundCheck | null
  launchesLeft: number
  onLaunched: () => void
  onClose: () => void
}

export function LaunchModal({ userId, before, launchesLeft, onLaunched, onClose }: LaunchModalProps) {
  const { t } = useTranslation('background-checks')
  const dateField = useId()
  const isDateNeeded = before?.state === 'refused' && before.refusedFields.includes('issuedOn')
  const [issuedOn, setIssuedOn] = useState(before?.document?.issuedOn ?? '')
  const [isFresh, setFresh] = useState(false)
  const [isProblemShown, setProblemShown] = useState(false)
  const isDateMissing = isDateNeeded && issuedOn === ''
  const launching = useMutation({
    mutationFn: () => launchCheck({ userId, issuedOn, isFresh }),
    onSuccess(isNew) {
      if (!isNew) toast.info(t('launch.inProgress'))
      onLaunched()
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    setProblemShown(true)
    if (isDateMissing) document.getElementById(dateField)?.focus()
    else if (!launching.isPending) launching.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('launch.title')} canClose={!launching.isPending}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p className={classes.text}>{t('launch.text')}</p>
          <TextInput
            id={dateField}
            type="date"
            label={t(isDateNeeded ? 'launch.issuedOnNeeded' : 'launch.issuedOn')}
            description={t('launch.issuedOnHelp')}
            max={bogotaDay(new Date(serverNowMs()))}
            value={issuedOn}
            onChange={({ currentTarget }) => setIssuedOn(currentTarget.value)}
            error={isProblemShown && isDateMissing ? t('launch.issuedOnMissing') : undefined}
            required={isDateNeeded}
          />
          {before?.result && (
            <Checkbox
              label={t('launch.fresh')}
              description={t('launch.freshHelp')}
              checked={isFresh}
              onChange={({ currentTarget }) => setFresh(currentTarget.checked)}
            />
          )}
          <p className={classes.small}>{t('launch.left', { count: launchesLeft })}</p>
          {launching.isError && !isStepUpCancelled(launching.error) && (
            <Alert color="red" role="alert">
              {errorText(launching.error)}
            </Alert>
          )}
          <ModalActions>
            <Button variant="default" onClick={onClose} disabled={launching.isPending}>
              {t('launch.cancel')}
            </Button>
            <Button type="submit" loading={launching.isPending} disabled={launchesLeft === 0} data-autofocus>
              {t('launch.now')}
            </Button>
          </ModalActions>
        </Stack>
      </form>
    </Modal>
  )
}
