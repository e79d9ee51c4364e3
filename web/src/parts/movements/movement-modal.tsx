/** Everything about one bank movement, with its timeline. */
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { movementQuery } from '../../api/payments.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { MovementDetail } from './movement-detail.tsx'
import { RetryMovement } from './retry-movement.tsx'

export function MovementModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('money')
  return (
    <Modal opened={id !== null} onClose={onClose} title={t('detail.title')}>
      {id !== null && <Loaded id={id} />}
    </Modal>
  )
}

function Loaded({ id }: { id: string }) {
  const movement = useQuery(movementQuery(id))
  if (movement.isPending) return <RowsSkeleton rows={4} />
  if (movement.isLoadingError) return <ErrorState message={errorText(movement.error)} onRetry={() => void movement.refetch()} />
  return (
    <Stack>
      <MovementDetail movement={movement.data} />
      <RetryMovement movement={movement.data} />
    </Stack>
  )
}
