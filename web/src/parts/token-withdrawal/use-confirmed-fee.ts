/** The network's fee of a withdrawal, which the person types when it is a large part of the amount. The server decides again. */
import { type CryptoWithdrawalCost, isLargeFee } from '@tunjo/contract/crypto-withdrawals'
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { useState } from 'react'
import { parseAmount } from '../../ui/amount-parse.ts'

/** With cents in pesos too, since a fee is not whole. */
export const isTypedFee = (text: string, asset: AssetCode, fee: bigint): boolean => parseAmount(text, ASSETS[asset].scale).amount === fee

interface AskedFee {
  readonly asset: AssetCode
  readonly shown: CryptoWithdrawalCost | undefined
  readonly renew: () => void
  readonly keepCost: (cost: CryptoWithdrawalCost) => void
}

export function useConfirmedFee({ asset, shown, renew, keepCost }: AskedFee) {
  const [typed, setTyped] = useState('')
  const fee = shown && (parseUnits(shown.fee, ASSETS[asset].scale) ?? 0n)
  const isTyped = fee !== undefined && isTypedFee(typed, asset, fee)
  function change(text: string): void {
    setTyped(text)
    renew()
    // The fee that was typed stays the one that is charged while the network's moves on.
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
