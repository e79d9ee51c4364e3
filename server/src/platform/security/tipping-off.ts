/** Officers' texts that a customer reads: tipping-off terms are refused, for every customer. */
import { findTippingOffTerm } from '@tunjo/contract/tipping-off'
import { type Refusal, refusal } from '../http/refusal.ts'

export function checkTippingOff(text: string): Refusal | null {
  const word = findTippingOffTerm(text)
  return word === null ? null : refusal('request.tipping_off', { word })
}
