export const BRAND = 'Tunjo'
/** Whose texts they are. */
export const PUBLISHER = 'Tunjo S.A.S. (empresa de demostración)'
