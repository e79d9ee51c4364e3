/** /application/wallets, 'Mi billetera' (MON-01), and the result of a deposit after the return from the bank. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { AssetCode } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'
import { MatterNotices } from '../../../parts/conversations/matter-notices.tsx'
import { DepositModal } from '../../../parts/deposit/deposit-modal.tsx'
import { DepositResult } from '../../../parts/deposit-result/deposit-result.tsx'
import { LoadingGate } from '../../../parts/loading-gate.tsx'
import { VerificationDialog } from '../../../parts/verification-dialog.tsx'
import { WithdrawModal } from '../../../parts/withdraw/withdraw-modal.tsx'
import { useAccount } from '../../../session.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { WalletContent } from './wallet-content.tsx'
import { readSearch, type WalletDialog } from './wallets-search.ts'

const TOPICS = ['deposit', 'withdrawal', 'account'] as const
/** Reserved heights of balances, limits and history. */
const PLACES = [320, 150, 240] as const

export default function WalletsScreen() {
  const { t } = useTranslation('wallets')
  const navigate = useNavigate()
  const { dialog, asset, returnedFrom, repeated } = readSearch(useSearch({ strict: false }))
  const isUnverified = useAccount()?.state === ACCOUNT_STATE.unverified
  const show = (next: WalletDialog, of: AssetCode) => void navigate({ to: '.', search: { abrir: next, moneda: of } })
  const close = () => void navigate({ to: '.', search: {}, replace: true })

  if (returnedFrom !== undefined)
    return (
      <>
        <PageHeader title={t('result')} />
        <DepositResult id={returnedFrom} />
      </>
    )
  return (
    <>
      <PageHeader title={t('title')} />
      <LoadingGate heights={PLACES}>
        <MatterNotices topics={TOPICS} isApart />
        <WalletContent onMove={show} />
      </LoadingGate>
      <DepositModal opened={dialog === 'abono' && !isUnverified} asset={asset} repeated={repeated} onClose={close} />
      <WithdrawModal opened={dialog === 'retiro' && !isUnverified} asset={asset} onClose={close} />
      <VerificationDialog opened={dialog !== undefined && isUnverified} onClose={close} />
    </>
  )
}
