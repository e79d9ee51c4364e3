/**
 * How people name a token. Pesos are COP wherever a customer reads of their own money; COPT, the ERC20 form, is only named where the
 * chain itself is shown (the explorer).
 */
export const shownSymbol = (symbol: string): string => (symbol === 'COPT' ? 'COP' : symbol)
