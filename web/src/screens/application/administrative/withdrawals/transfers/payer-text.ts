/** Who paid, in one line, as far as the bank tells. */
import type { StatementLine } from '@tunjo/contract/bank-statements'

export const payerText = ({ name, document, bank, account }: StatementLine['payer']): string =>
  [name, document, bank, account].filter((part) => part !== '').join(' · ') || '—'
