/** Payer in one line, as far as the bank reports it. */
import type { StatementLine } from '@tunjo/contract/bank-statements'

export const payerText = ({ name, document, bank, account }: StatementLine['payer']): string =>
  [name, document, bank, account].filter((part) => part !== '').join(' · ') || '—'
