/** Request to a second officer to dismiss a check's serious findings as not concerning the person: they then set no risk floor. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { BackgroundCheck } from '@tunjo/contract/background-checks'
import { useTranslation } from 'react-i18next'
import { dismissFindings } from '../../../../../api/background-checks.ts'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { Modal } from '../../../../../ui/modal.tsx'

export function DismissModal({ check, onClose }: { check: BackgroundCheck; onClose: () => void }) {
  const { t } = useTranslation('background-checks')
  // A shared message announces every call that waits for a second officer.
  const dismissing = useMutation({ mutationFn: (reason: string) => dismissFindings(check, reason), onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={t('dismiss.title')} canClose={!dismissing.isPending}>
      <Stack>
        <Alert color="amber" role="note">
          {t('dismiss.text')}
        </Alert>
        <ReasonForm<'dismiss'>
          label={t('dismiss.why')}
          isBusy={dismissing.isPending}
          failure={dismissing.error}
          onAct={(_act, reason) => dismissing.mutate(reason)}
        >
          {(act) => (
            <>
              <Button variant="default" onClick={onClose}>
                {t('dismiss.cancel')}
              </Button>
              <Button onClick={() => act('dismiss')}>{t('dismiss.now')}</Button>
            </>
          )}
        </ReasonForm>
      </Stack>
    </Modal>
  )
}
