/** Texts of officers that a customer reads: the words that betray what the law forbids to tell are refused, whoever the customer is. */
import { betrayingWord } from '@tunjo/contract/told-to-customer'
import { type Refusal, refusal } from './refusal.ts'

export function checkToldToCustomer(text: string): Refusal | null {
  const word = betrayingWord(text)
  return word === null ? null : refusal('request.betrays', { word })
}
