/** The name of the product, as texts of the server write it. */

export const BRAND = 'Tunjo'
/** Publisher of the texts. */
export const PUBLISHER = `${BRAND} S.A.S. (empresa de demostración)`
