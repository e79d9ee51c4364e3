/** Search parameters of the wallet: an open dialog, or the result of a deposit. Other screens link to them, and Back closes them. */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'

const DIALOGS = ['abono', 'retiro'] as const
export type WalletDialog = (typeof DIALOGS)[number]

export interface WalletSearch {
  dialog: WalletDialog | undefined
  /** Initial asset of the dialog. */
  asset: AssetCode | undefined
  /** Deposit from which the bank sent the person back. */
  returnedFrom: string | undefined
  /** Failed deposit that is tried again, with the same account and amount. */
  repeated: string | undefined
}

export function readSearch(search: object): WalletSearch {
  const { abrir, moneda, pago, repetir }: Record<string, unknown> = { ...search }
  return {
    dialog: DIALOGS.find((dialog) => dialog === abrir),
    asset: ASSET_CODES.find((asset) => asset === moneda),
    returnedFrom: textOf(pago),
    repeated: textOf(repetir),
  }
}

/** The router parses digits in the address as a number. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value) || undefined
}
