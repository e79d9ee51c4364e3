/** Dialog for a refusal that ends the person's action, with the server's message. */
import { Button } from '@mantine/core'
import { keysOf } from '@tunjo/contract/keys'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../api/error-text.ts'
import { isStepUpCancelled } from '../api/failure.ts'
import { Modal } from '../ui/modal.tsx'

/** Titles by error code, where one is defined. */
const TITLES = {
  'limits.withdrawals_on_hold': 'limits_withdrawals_on_hold',
  'limits.monthly_exceeded': 'limits_monthly_exceeded',
  'limits.blocked': 'limits_blocked',
  'limits.not_verified': 'limits_not_verified',
  'ledger.insufficient_funds': 'ledger_insufficient_funds',
  'payments.account_number_invalid': 'payments_account_number_invalid',
  'payments.account_in_use': 'payments_account_in_use',
  'payments.document_not_accepted': 'payments_document_not_accepted',
  'payments.too_many_withdrawals': 'payments_too_many_withdrawals',
  'payments.provider_unavailable': 'payments_provider_unavailable',
  'payments.provider_refused': 'payments_provider_refused',
  'payments.withdrawal_not_cancellable': 'payments_withdrawal_not_cancellable',
  'identity.consent_needed': 'identity_consent_needed',
} as const
const CODES = keysOf(TITLES)

function titleOf(error: unknown) {
  const code = CODES.find((one) => hasCode(error, one))
  return code ? TITLES[code] : 'other'
}

export function ErrorDialog({ error, onClose }: { error: unknown; onClose: () => void }) {
  const { t } = useTranslation('money')
  const isOpen = error !== null && error !== undefined && !isStepUpCancelled(error)
  return (
    <Modal opened={isOpen} onClose={onClose} title={t(`errorDialog.title.${titleOf(error)}`)} size="sm">
      <p role="alert" style={{ marginTop: 0 }}>
        {isOpen && errorText(error)}
      </p>
      <Button fullWidth onClick={onClose} data-autofocus>
        {t('errorDialog.close')}
      </Button>
    </Modal>
  )
}
