/** Withdrawal: pesos to a bank account (MON-06), or tokens to a saved address (MON-07). */
import { Button, Stack, Text } from '@mantine/core'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/date-time.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { MoneyKind } from '../money-kind.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

const SendForm = lazyComponent(async () => (await import('../token-withdrawal/send-form.tsx')).SendForm, {
  waiting: <RowsSkeleton rows={5} />,
})

/** Confirmation after the request. */
interface Done {
  readonly title: string
  readonly text: string
  readonly follow: string
}

interface WithdrawModalProps {
  opened: boolean
  onClose: () => void
  /** Initial asset. */
  asset?: AssetCode | undefined
}

export function WithdrawModal({ opened, onClose, asset = 'COP' }: WithdrawModalProps) {
  const { t } = useTranslation('money')
  const [done, setDone] = useState<Done | null>(null)
  const finish = () => setDone(null)
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={t('withdraw.title')}>
        <Content
          key={asset}
          first={asset}
          onDone={(outcome) => {
            onClose()
            setDone(outcome)
          }}
        />
      </Modal>
      <Modal opened={done !== null} onClose={finish} title={done?.title ?? ''} size="sm">
        <Stack>
          <Text>{done?.text}</Text>
          <Text c="dimmed">{done?.follow}</Text>
          <Button onClick={finish} data-autofocus>
            {t('withdraw.continue')}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}

function Content({ first, onDone }: { first: AssetCode; onDone: (outcome: Done) => void }) {
  const { t } = useTranslation(['money', 'send'])
  const [asset, setAsset] = useState(first)
  const [byChain, setByChain] = useState(first !== 'COP')
  const [bank, erc20] = [t('money:withdraw.bankTransfer'), t('money:deposit.erc20')]
  const chooseAsset = (next: AssetCode) => {
    setAsset(next)
    setByChain(next !== 'COP')
  }
  const success = { title: t('money:withdraw.successTitle'), text: t('money:withdraw.successText') }
  return (
    <Stack gap="xs">
      <MoneyKind
        method={byChain ? erc20 : bank}
        choice={{
          asset,
          assets: ASSET_CODES,
          methods: asset === 'COP' ? [bank, erc20] : [erc20],
          onAsset: chooseAsset,
          onMethod: (method) => setByChain(method === erc20),
        }}
      />
      {byChain ? (
        <SendForm
          key={asset}
          asset={asset}
          onDone={({ state }) => {
            const outcome = state === 'IN_REVIEW' ? { title: t('send:done.reviewTitle'), text: t('send:done.reviewText') } : success
            onDone({ ...outcome, follow: t('send:done.follow') })
          }}
        />
      ) : (
        <WithdrawForm
          onDone={({ payoutWait: wait }) => {
            const follow = t('money:withdraw.successFollow')
            if (!wait) return onDone({ ...success, follow })
            const text = t('money:withdraw.waitingText', { date: formatDate(new Date(wait.until)) })
            onDone({ title: success.title, text, follow })
          }}
        />
      )}
    </Stack>
  )
}
