/** 'Registrar movimiento': contribution, withdrawal or transfer of company capital, approved by a second officer. */
import { Alert, Button, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CAPITAL_MOVES, CAPITAL_PLACES, CAPITAL_REFERENCE, type CompanyCapital } from '@tunjo/contract/capital'
import { ASSET_CODES, ASSETS, formatUnits, parseUnits } from '@tunjo/contract/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAPITAL, proposeCapital } from '../../../../../api/capital.ts'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { AmountInput, readAmount } from '../../../../../ui/amount-input.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { assetsOf, type CapitalChoice, fitting, placesOf } from './capital-choice.ts'

interface CapitalModalProps {
  isOpen: boolean
  capital: CompanyCapital
  onClose: () => void
}

export function CapitalModal({ isOpen, capital, onClose }: CapitalModalProps) {
  const { t } = useTranslation('company-capital')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('propose')}>
      {isOpen && <CapitalForm capital={capital} onDone={onClose} />}
    </Modal>
  )
}

function CapitalForm({ capital, onDone }: { capital: CompanyCapital; onDone: () => void }) {
  const { t } = useTranslation('company-capital')
  const queries = useQueryClient()
  const [choice, setChoice] = useState<CapitalChoice>({ move: 'in', place: 'bank', asset: 'COP' })
  const [text, setText] = useState('')
  const [reference, setReference] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const { move, asset } = choice
  const unit = { code: asset, scale: ASSETS[asset].scale }
  const { amount } = readAmount(text, unit)
  const isReferenceShort = reference.trim().length < CAPITAL_REFERENCE.minimum
  const most = capital.available.find((one) => one.asset === asset)?.amount ?? '0'
  const proposing = useMutation({
    mutationFn: (reason: string) => proposeCapital({ ...choice, amount: formatUnits(amount ?? 0n, unit.scale), reference, reason }),
    // The pending approval was announced where the answer arrived.
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: CAPITAL }),
  })
  function propose(reason: string): void {
    setWasSent(true)
    if (amount && !isReferenceShort) proposing.mutate(reason)
  }
  return (
    <Stack>
      <Where choice={choice} onChoose={setChoice} />
      <AmountInput
        label={t('amount')}
        text={text}
        onChange={setText}
        asset={unit}
        {...(move === 'out' ? { available: parseUnits(most, unit.scale) ?? 0n } : {})}
        error={wasSent && !amount ? t('amountMissing') : undefined}
      />
      <TextInput
        label={t('reference')}
        description={t('referenceText')}
        value={reference}
        maxLength={CAPITAL_REFERENCE.maximum}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
        error={wasSent && isReferenceShort ? t('referenceMissing') : undefined}
        required
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

function Where({ choice, onChoose }: { choice: CapitalChoice; onChoose: (choice: CapitalChoice) => void }) {
  const { t } = useTranslation('company-capital')
  const { move, place, asset } = choice
  const choose = (changed: Partial<CapitalChoice>) => onChoose(fitting({ ...choice, ...changed }))
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('move')}
        value={move}
        onChange={(value) => choose({ move: CAPITAL_MOVES.find((one) => one === value) ?? move })}
        data={CAPITAL_MOVES.map((value) => ({ value, label: t(`short.${value}`) }))}
      />
      <Alert color="amber" role="note">
        {t(`explain.${move}`)}
      </Alert>
      <Select
        label={t('place')}
        value={place}
        allowDeselect={false}
        onChange={(value) => choose({ place: CAPITAL_PLACES.find((one) => one === value) ?? place })}
        data={placesOf(move).map((value) => ({ value, label: t(`places.${value}`) }))}
      />
      <Select
        label={t('asset')}
        value={asset}
        allowDeselect={false}
        onChange={(value) => choose({ asset: ASSET_CODES.find((one) => one === value) ?? asset })}
        data={assetsOf(choice).map((value) => ({ value, label: ASSETS[value].name }))}
      />
    </>
  )
}
