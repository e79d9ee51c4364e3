/** Officers' texts that a customer reads: tipping-off terms are refused, for every customer. */
import { betrayingWord } from '@tunjo/contract/told-to-customer'
import { type Refusal, refusal } from './refusal.ts'

export function checkToldToCustomer(text: string): Refusal | null {
  const word = betrayingWord(text)
  return word === null ? null : refusal('request.betrays', { word })
}
