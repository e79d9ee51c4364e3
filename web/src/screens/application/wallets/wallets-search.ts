/** The open dialog as the address has it, so that other screens lead into it and Back closes it. */
const DIALOGS = ['abono', 'retiro'] as const
export type WalletDialog = (typeof DIALOGS)[number]

export function readDialog(search: object): WalletDialog | undefined {
  const { abrir } = search as Record<string, unknown>
  return DIALOGS.find((dialog) => dialog === abrir)
}
