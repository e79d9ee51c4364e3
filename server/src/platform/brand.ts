/** The name of the product, as texts of the server write it. */

export const BRAND = 'Tunjo'
/** Whose texts they are. */
export const PUBLISHER = `${BRAND} S.A.S. (empresa de demostración)`
