/** Pesos in by PSE (MON-04): the bank's page opens in a new tab, the money is followed on the screen below. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { movementQuery, rulesQuery } from '../../api/payments.ts'
import { Modal } from '../../ui/modal.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { DepositForm } from './deposit-form.tsx'
import { DocumentNotAccepted } from './document-not-accepted.tsx'

interface DepositModalProps {
  opened: boolean
  onClose: () => void
  /** Deposit that did not come about, whose account and amount are taken again. */
  repeated?: string | undefined
}

export function DepositModal({ opened, onClose, repeated }: DepositModalProps) {
  const { t } = useTranslation('money')
  return (
    <Modal opened={opened} onClose={onClose} title={t('deposit.title')}>
      <Content key={repeated} onDone={onClose} repeated={repeated} />
    </Modal>
  )
}

function Content({ onDone, repeated }: { onDone: () => void; repeated: string | undefined }) {
  const { data: rules } = useQuery(rulesQuery)
  // Without an answer the form opens empty.
  const before = useQuery({ ...movementQuery(repeated ?? ''), enabled: repeated !== undefined, retry: false })
  if (rules && !rules.deposit.documentAccepted) return <DocumentNotAccepted />
  if (repeated !== undefined && before.isPending) return <RowsSkeleton rows={4} />
  return <DepositForm onDone={onDone} first={before.data?.kind === 'DEPOSIT' ? before.data : undefined} />
}
