/** Money in: pesos by PSE (MON-04), whose bank's page opens in a new tab, or tokens by the chain (MON-05). */
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

const DepositAddress = lazyComponent(async () => (await import('../crypto/deposit-address.tsx')).DepositAddress, {
  waiting: <RowsSkeleton rows={5} />,
})

interface DepositModalProps {
  opened: boolean
  onClose: () => void
  /** What it begins with. */
  asset?: AssetCode | undefined
  /** Deposit that did not come about, whose account and amount are taken again. */
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
  const [byChain, setByChain] = useState(first !== 'COP')
  const [pse, erc20] = [t('deposit.pse'), t('deposit.erc20')]
  const chooseAsset = (next: AssetCode) => {
    setAsset(next)
    setByChain(next !== 'COP')
  }
  return (
    <Stack>
      <MoneyKind
        method={byChain ? erc20 : pse}
        choice={{
          asset,
          assets: ASSET_CODES,
          methods: asset === 'COP' ? [pse, erc20] : [erc20],
          onAsset: chooseAsset,
          onMethod: (method) => setByChain(method === erc20),
        }}
      />
      {byChain ? <DepositAddress asset={asset} onDone={onDone} /> : <ByPse onDone={onDone} repeated={repeated} />}
    </Stack>
  )
}

function ByPse({ onDone, repeated }: { onDone: () => void; repeated: string | undefined }) {
  const { data: rules } = useQuery(rulesQuery)
  // Without an answer the form opens empty.
  const before = useQuery({ ...movementQuery(repeated ?? ''), enabled: repeated !== undefined, retry: false })
  if (rules && !rules.deposit.documentAccepted) return <DocumentNotAccepted />
  if (repeated !== undefined && before.isPending) return <RowsSkeleton rows={4} />
  return <DepositForm onDone={onDone} first={before.data?.kind === 'DEPOSIT' ? before.data : undefined} />
}
