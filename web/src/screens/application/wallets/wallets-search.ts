/** What the address of the wallet asks for: an open dialog, or the result of a deposit. Other screens lead into them, and Back leaves them. */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'

const DIALOGS = ['abono', 'retiro'] as const
export type WalletDialog = (typeof DIALOGS)[number]

export interface WalletSearch {
  dialog: WalletDialog | undefined
  /** What the dialog begins with. */
  asset: AssetCode | undefined
  /** Deposit to which the bank sent the person back. */
  returnedFrom: string | undefined
  /** Deposit that did not come about and is tried once more, with the same account and amount. */
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

/** A number in the address is read as one. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value) || undefined
}
