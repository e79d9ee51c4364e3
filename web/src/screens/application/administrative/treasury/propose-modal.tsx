/** 'Proponer': a sweep to the cold wallet or a refill from it, approved by a second officer. */
import { Alert, Button, SegmentedControl, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ASSETS, formatUnits, parseUnits } from '@tunjo/contract/money'
import { MOVEMENT_KINDS, type MovementKind, type TreasuryTarget } from '@tunjo/contract/treasury'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { proposeMovement, TREASURY } from '../../../../api/treasury.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { AmountInput, readAmount, writeAmount } from '../../../../ui/amount-input.tsx'
import { Modal } from '../../../../ui/modal.tsx'

export function ProposeModal({ target, onClose }: { target: TreasuryTarget | null; onClose: () => void }) {
  const { t } = useTranslation('treasury')
  const asset = target?.asset === 'COP' ? 'COPT' : target?.asset
  return (
    <Modal opened={target !== null} onClose={onClose} title={target ? t('proposeLabel', { asset }) : ''}>
      {target && <ProposeForm target={target} onDone={onClose} />}
    </Modal>
  )
}

function ProposeForm({ target, onDone }: { target: TreasuryTarget; onDone: () => void }) {
  const { t } = useTranslation('treasury')
  const queries = useQueryClient()
  const { asset, suggestion, sweepable, cold } = target
  const unit = { code: asset, scale: ASSETS[asset].scale }
  const unitsOf = (amount: string) => parseUnits(amount, unit.scale) ?? 0n
  const [kind, setKind] = useState<MovementKind>(suggestion?.kind ?? 'sweep')
  const [text, setText] = useState(suggestion ? writeAmount(unitsOf(suggestion.amount), unit) : '')
  const [wasEmpty, setWasEmpty] = useState(false)
  const { amount } = readAmount(text, unit)
  const most = unitsOf(kind === 'sweep' ? sweepable : cold)
  const proposing = useMutation({
    mutationFn: (reason: string) => proposeMovement({ kind, asset, amount: formatUnits(amount ?? 0n, unit.scale), reason }),
    // The pending approval was announced where the answer arrived.
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: TREASURY }),
  })
  function propose(reason: string): void {
    setWasEmpty(!amount)
    if (amount) proposing.mutate(reason)
  }
  return (
    <Stack>
      <SegmentedControl
        fullWidth
        aria-label={t('movement')}
        value={kind}
        onChange={(value) => setKind(MOVEMENT_KINDS.find((one) => one === value) ?? kind)}
        data={MOVEMENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <Alert color="amber" role="note">
        {t(`explain.${kind}`)}
      </Alert>
      <AmountInput
        label={t('amount')}
        text={text}
        onChange={setText}
        asset={unit}
        available={most}
        error={wasEmpty && !amount ? t('amountMissing') : undefined}
        data-autofocus
      />
      <ReasonForm<'propose'>
        label={t('reason')}
        isBusy={proposing.isPending}
        failure={proposing.error}
        onAct={(_act, reason) => propose(reason)}
      >
        {(act) => <Button onClick={() => act('propose')}>{t('ask')}</Button>}
      </ReasonForm>
    </Stack>
  )
}
