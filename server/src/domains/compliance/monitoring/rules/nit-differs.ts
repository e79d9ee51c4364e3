/**
 * Alert 7, Irregularidades, NIT o RUT inconsistente, for companies: the check digit of the NIT is wrong; the NIT differs from the accepted
 * one; the RUT has another one, or is not active, in the newest background check. A different name is type 704. Only an officer closes it.
 */

import { nitBase, readNit } from '@tunjo/contract/company'
import type { Text } from '../../../../platform/phrases/coded-text.ts'
import { defineRule } from '../define-rule.ts'
import { identityDocuments, type RegisterAnswer } from '../facts/identity-documents.ts'
import type { Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export const nitDiffers = defineRule({
  name: 'NIT_RUT',
  facts: identityDocuments,
  find: ({ nit, registers }) => [
    ...(nit && readNit(nit.number).state === 'wrong' ? [ofItem(nit.itemId, 'check digit', RULE_WORDS.nit.checkDigit)] : []),
    ...(nit?.before && nitBase(nit.before.number) !== nitBase(nit.number)
      ? [ofItem(nit.itemId, 'another', RULE_WORDS.nit.another, nit.before.itemId)]
      : []),
    ...ofRegister(registers.rutNumber, 'number', RULE_WORDS.nit.rutNumber),
    ...ofRegister(registers.rutState, 'state', RULE_WORDS.nit.rutState),
  ],
})

const ofItem = (itemId: string, fingerprint: string, values: Text, beforeId?: string): Finding => ({
  severity: 'medium',
  period: `item ${itemId}`,
  fingerprint,
  values,
  evidence: [...(beforeId === undefined ? [] : [beforeId]), itemId].map((id) => ({ type: 'kyc_item', id })),
})

const ofRegister = (answer: RegisterAnswer | null, fingerprint: string, values: Text): Finding[] =>
  answer?.isFine === false
    ? [
        {
          severity: 'medium',
          period: `check ${answer.checkId}`,
          fingerprint,
          values,
          evidence: [{ type: 'background_check', id: answer.checkId }],
        },
      ]
    : []
