/** Network fee of a withdrawal, which the person types when it is a large part of the amount. The server decides again. */
import { type CryptoWithdrawalCost, isLargeFee } from '@tunjo/contract/crypto-withdrawals'
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { useState } from 'react'
import { parseAmount } from '../../ui/amount-parse.ts'

/**
 * Whether a text is this fee, with cents in pesos too, since a fee is not whole. Some phones have only a decimal point: both separators are
 * accepted, since the text can only mean this fee.
 */
export function isTypedFee(text: string, asset: AssetCode, fee: bigint): boolean {
  const { scale } = ASSETS[asset]
  return parseAmount(text, scale).amount === fee || parseUnits(text.trim(), scale) === fee
}

interface AskedFee {
  readonly asset: AssetCode
  readonly shown: CryptoWithdrawalCost | undefined
  readonly keepCost: (cost: CryptoWithdrawalCost) => void
}

export function useConfirmedFee({ asset, shown, keepCost }: AskedFee) {
  const [typed, setTyped] = useState('')
  const fee = shown && (parseUnits(shown.fee, ASSETS[asset].scale) ?? 0n)
  const isTyped = fee !== undefined && isTypedFee(typed, asset, fee)
  function change(text: string): void {
    setTyped(text)
    // The typed fee remains the charged one while the network's changes. It is still the same withdrawal: after a lost answer
    // the fee is typed again for the same key.
    if (shown && fee !== undefined && isTypedFee(text, asset, fee)) keepCost(shown)
  }
  return {
    fee,
    typed,
    change,
    clear: () => setTyped(''),
    isLargeFor: (amount: bigint | null) => fee !== undefined && amount !== null && isLargeFee(fee, amount),
    confirmed: isTyped ? fee : undefined,
  }
}
