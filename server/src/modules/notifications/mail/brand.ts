export const BRAND = 'Tunjo'
