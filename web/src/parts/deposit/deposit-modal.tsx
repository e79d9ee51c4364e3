/** Deposit: pesos by PSE (MON-04), whose bank page opens in a new tab, or tokens on chain (MON-05). */
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { movementQuery, rulesQuery } from '../../api/payments.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { MoneyKind } from '../money-kind.tsx'
import { DepositForm } from './deposit-form.tsx'
import { DocumentNotAccepted } from './document-not-accepted.tsx'

const TransferInstructions = lazyComponent(async () => (await import('./transfer-instructions.tsx')).TransferInstructions, {
  waiting: <RowsSkeleton rows={6} />,
})
const DepositAddress = lazyComponent(async () => (await import('../crypto/deposit-address.tsx')).DepositAddress, {
  waiting: <RowsSkeleton rows={5} />,
})

interface DepositModalProps {
  opened: boolean
  onClose: () => void
  /** Initial asset. */
  asset?: AssetCode | undefined
  /** Failed deposit whose account and amount are reused. */
  repeated?: string | undefined
}

export function DepositModal({ opened, onClose, asset = 'COP', repeated }: DepositModalProps) {
  const { t } = useTranslation('money')
  return (
    <Modal opened={opened} onClose={onClose} title={t('deposit.title')}>
      <Content key={`${asset} ${repeated}`} first={asset} onDone={onClose} repeated={repeated} />
    </Modal>
  )
}

function Content({ first, onDone, repeated }: { first: AssetCode; onDone: () => void; repeated: string | undefined }) {
  const { t } = useTranslation('money')
  const [asset, setAsset] = useState(first)
  const { data: rules } = useQuery(rulesQuery)
  const [chosen, setChosen] = useState<Method | null>(first === 'COP' ? null : 'erc20')
  const names: Readonly<Record<Method, string>> = { pse: t('deposit.pse'), transfer: t('transfer.method'), erc20: t('deposit.erc20') }
  const methods = methodsOf(asset, rules?.deposit)
  const method = chosen ?? methods[0] ?? 'pse'
  const chooseAsset = (next: AssetCode) => {
    setAsset(next)
    setChosen(next === 'COP' ? null : 'erc20')
  }
  return (
    <Stack>
      <MoneyKind
        method={names[method]}
        choice={{
          asset,
          assets: ASSET_CODES,
          methods: methods.map((one) => names[one]),
          onAsset: chooseAsset,
          onMethod: (name) => setChosen(methods.find((one) => names[one] === name) ?? null),
        }}
      />
      {method === 'erc20' && <DepositAddress asset={asset} onDone={onDone} />}
      {method === 'transfer' && <TransferInstructions />}
      {method === 'pse' && <ByPse onDone={onDone} repeated={repeated} />}
    </Stack>
  )
}

type Method = 'pse' | 'transfer' | 'erc20'

/** PSE comes first for those it accepts. Unusable methods are left out, except that PSE explains why where no other method replaces it. */
function methodsOf(asset: AssetCode, rules: { documentAccepted: boolean; transfers: boolean } | undefined): readonly Method[] {
  if (asset !== 'COP') return ['erc20']
  if (!rules?.transfers) return ['pse', 'erc20']
  return rules.documentAccepted ? ['pse', 'transfer', 'erc20'] : ['transfer', 'erc20']
}

function ByPse({ onDone, repeated }: { onDone: () => void; repeated: string | undefined }) {
  const { data: rules } = useQuery(rulesQuery)
  // Without an answer the form opens empty.
  const before = useQuery({ ...movementQuery(repeated ?? ''), enabled: repeated !== undefined, retry: false })
  if (rules && !rules.deposit.documentAccepted) return <DocumentNotAccepted />
  if (repeated !== undefined && before.isPending) return <RowsSkeleton rows={4} />
  return <DepositForm onDone={onDone} first={before.data?.kind === 'DEPOSIT' ? before.data : undefined} />
}
