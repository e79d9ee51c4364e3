/** Lower case without accents, for comparing typed text: `Bogotá` and `bogota` are the same. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
