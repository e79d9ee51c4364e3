/** Details of one movement of any rail: its steps, its facts, and its effect on the balances. */
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MovementDetail as Detail } from '@tunjo/contract/movements'
import { useTranslation } from 'react-i18next'
import { receiptFile } from '../../api/documents.ts'
import { errorText } from '../../api/error-text.ts'
import { movementDetailQuery } from '../../api/movements.ts'
import { movementQuery } from '../../api/payments.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { BalanceLines } from './balance-lines.tsx'
import { ChainMovement } from './chain-movement.tsx'
import { MovementDetail } from './movement-detail.tsx'
import { RetryMovement } from './retry-movement.tsx'
import { SaveDocument } from './save-document.tsx'

export function MovementModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('money')
  return (
    <Modal opened={id !== null} onClose={onClose} title={t('detail.title')}>
      {id !== null && <Loaded id={id} />}
    </Modal>
  )
}

function Loaded({ id }: { id: string }) {
  const { t } = useTranslation('record')
  const movement = useQuery(movementDetailQuery(id))
  if (movement.isPending) return <RowsSkeleton rows={4} />
  if (movement.isLoadingError) return <ErrorState message={errorText(movement.error)} onRetry={() => void movement.refetch()} />
  const { entries, stateGroup } = movement.data
  return (
    <Stack>
      {isOfBank(movement.data) ? <BankMovement id={id} /> : <ChainMovement movement={movement.data} />}
      {stateGroup === 'complete' && (
        <SaveDocument text={t('receipt')} fileName={`tunjo-comprobante-${id}.pdf`} load={() => receiptFile(id)} />
      )}
      {entries.length > 0 && <BalanceLines title={t('effect')} entries={entries} />}
    </Stack>
  )
}

const isOfBank = ({ rail }: Detail): boolean => rail === 'PSE' || rail === 'BANK'

/** The bank's own call has more data: what a payment waits for, and the available actions. */
function BankMovement({ id }: { id: string }) {
  const movement = useQuery(movementQuery(id))
  if (movement.isPending) return <RowsSkeleton rows={4} />
  if (movement.isLoadingError) return <ErrorState message={errorText(movement.error)} onRetry={() => void movement.refetch()} />
  return (
    <>
      <MovementDetail movement={movement.data} />
      <RetryMovement movement={movement.data} />
    </>
  )
}
