/** Maximum amount of a token withdrawal, and why an amount is refused. The server decides again. */
import { formatFigure } from '@tunjo/contract/amount-text'
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'

interface SendAmount {
  readonly asset: AssetCode
  readonly amount: bigint | null
  readonly available: bigint | undefined
  readonly fee: bigint | undefined
  /** Decimal text. */
  readonly minimum: string | undefined
}

export function useSendAmount({ asset, amount, available, fee, minimum }: SendAmount) {
  const { t } = useTranslation(['send', 'money'])
  const { scale } = ASSETS[asset]
  const most = available === undefined || fee === undefined ? undefined : available > fee ? available - fee : 0n
  const least = minimum === undefined ? 0n : (parseUnits(minimum, scale) ?? 0n)
  return { most, refusal: refusal() }

  function refusal(): string | null {
    if (amount === null) return null
    if (amount < least) return t('send:form.minimum', { minimum: formatFigure(least, scale), asset })
    return most !== undefined && amount > most ? t('money:aboveBalance') : null
  }
}
