/** Movement of the collection account, as its bank keeps it. */
export interface BankTransfer {
  id: string
  direction: 'in' | 'out'
  /** `2026-11-22`, day in Bogotá. */
  day: string
  amountInCents: number
  reference: string
  description: string
  name: string
  document: string
}
