/** Confirmation before a session ends. When another person signed in, a password change follows. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { SignInRow } from '@tunjo/contract/devices'
import { useTranslation } from 'react-i18next'
import { endSession } from '../../../api/devices.ts'
import { errorText } from '../../../api/error-text.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Summary } from '../../../ui/summary.tsx'
import { toast } from '../../../ui/toast.ts'

export interface Ending {
  row: SignInRow
  /** 'No fui yo'. */
  wasUnauthorised: boolean
}

interface EndSessionModalProps {
  ending: Ending | null
  onClose: () => void
}

export function EndSessionModal({ ending, onClose }: EndSessionModalProps) {
  const { t } = useTranslation('sign-ins')
  const title = ending?.wasUnauthorised ? t('notMeTitle') : t('endTitle')
  return (
    <Modal opened={ending !== null} onClose={onClose} title={title} size="sm">
      {ending && <Question ending={ending} onClose={onClose} />}
    </Modal>
  )
}

function Question({ ending: { row, wasUnauthorised }, onClose }: { ending: Ending; onClose: () => void }) {
  const { t } = useTranslation('sign-ins')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const liveId = row.session?.live ? row.session.id : null
  const ending = useMutation({
    mutationFn: async () => {
      if (liveId) await endSession(liveId)
    },
    onSuccess: () => {
      if (liveId) toast.success(t('ended'))
      void queries.invalidateQueries({ queryKey: ['sign-ins'] })
      onClose()
      if (wasUnauthorised) void navigate({ to: '/application/configuration', search: { seccion: 'seguridad' } })
    },
  })
  return (
    <Stack>
      <Text>{wasUnauthorised ? t(liveId ? 'notMeText' : 'notMeClosedText') : t('endText')}</Text>
      <Summary
        lines={[
          { name: t('date'), value: <DateTime value={new Date(row.at)} /> },
          { name: t('place'), value: row.place },
          { name: t('ip'), value: row.ip },
          { name: t('system'), value: row.system },
          { name: t('deviceKind'), value: t(`kind.${row.deviceKind}`) },
        ]}
      />
      {ending.isError && (
        <Alert color="red" role="alert">
          {errorText(ending.error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" disabled={ending.isPending} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button color="red" loading={ending.isPending} onClick={() => ending.mutate()} data-autofocus>
          {wasUnauthorised ? t('notMeConfirm') : t('end')}
        </Button>
      </Group>
    </Stack>
  )
}
