/** Whether a form has every document that the server will ask for (S1 §3.5, §5; KYC-10…KYC-13). */
import { type Form, SLOTS, type Slot } from '@tunjo/contract/kyc-forms'

export function areDocumentsReady(form: Form, files: readonly { readonly slot: string }[]): boolean {
  const count = (name: string) => files.filter(({ slot }) => slot === name).length
  const slots: Readonly<Record<string, Slot>> = SLOTS[form]
  const hasWanted = Object.entries(slots).every(([name, { minimum }]) => count(name) >= minimum)
  return hasWanted && (form !== 'legal-1' || count('incomeReturns') + count('vatReturns') > 0)
}
