/** Amounts with sign and symbol; the figures come from the contract, which the server uses in mails and refusals too. */
import { copFigure } from '@tunjo/contract/amount-text'

export { defaultFraction, type FractionDigits, formatFigure, group } from '@tunjo/contract/amount-text'

const NON_BREAKING_SPACE = '\u00a0'

/** `$ 1.234.567` from cents, with a minus for negatives: for plain text (titles, chart labels). */
export const formatCop = (cents: bigint): string => `${cents < 0n ? '−' : ''}$${NON_BREAKING_SPACE}${copFigure(cents)}`
