/** Confirmation of a network fee that is a large part of the amount: the person types it. */
import { Alert, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatFigure } from '@tunjo/contract/amount-text'
import { LARGE_FEE_PERCENT } from '@tunjo/contract/crypto-withdrawals'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'
import { isTypedFee } from './use-confirmed-fee.ts'

interface FeeConfirmationProps {
  asset: AssetCode
  fee: bigint
  text: string
  onChange: (text: string) => void
}

export function FeeConfirmation({ asset, fee, text, onChange }: FeeConfirmationProps) {
  const { t } = useTranslation('send')
  const figure = formatFigure(fee, ASSETS[asset].scale)
  const isWrong = text !== '' && !isTypedFee(text, asset, fee)
  return (
    <>
      <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} title={t('largeFee.title')}>
        {t('largeFee.text', { fee: figure, asset, percent: LARGE_FEE_PERCENT })}
      </Alert>
      <TextInput
        label={t('largeFee.label')}
        description={t('largeFee.hint', { fee: figure })}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={48}
        required
        error={isWrong && t('largeFee.wrong', { fee: figure })}
      />
    </>
  )
}
