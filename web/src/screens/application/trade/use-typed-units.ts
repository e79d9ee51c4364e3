/** Amount of the typed side in base units of its token: typed in that token, or in pesos at the market price. */
import { useQuery } from '@tanstack/react-query'
import type { TokenBalance } from '@tunjo/contract/trading'
import { COP_TOKEN_ID, valuationQuery } from '../../../api/trading.ts'
import { parseAmount } from '../../../ui/amount-parse.ts'
import { type SwapForm, writtenSide } from './swap-form.ts'
import { amountOfPesos } from './trade-cost.ts'

export const PESO_SCALE = 2

/** Null when the text is no amount, or while a price is missing. */
export function useTypedUnits(form: SwapForm, { id, decimals }: Pick<TokenBalance, 'id' | 'decimals'>): bigint | null {
  const isInPesos = form.pesosSide !== null && form.pesosSide === writtenSide(form)
  const { data: price } = useQuery({ ...valuationQuery(id), enabled: isInPesos })
  const { data: copPrice } = useQuery({ ...valuationQuery(COP_TOKEN_ID), enabled: isInPesos })
  if (!isInPesos) return parseAmount(form.text, decimals).amount
  const { amount: cents } = parseAmount(form.text, PESO_SCALE)
  return cents === null || price === undefined || copPrice === undefined ? null : amountOfPesos(cents, decimals, price, copPrice)
}
