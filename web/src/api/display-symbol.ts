/**
 * Display symbol of a token. Pesos are COP wherever a customer reads about their own money; COPT, the ERC20 form, is named only where the
 * chain itself is shown (the explorer).
 */
export const displaySymbol = (symbol: string): string => (symbol === 'COPT' ? 'COP' : symbol)
