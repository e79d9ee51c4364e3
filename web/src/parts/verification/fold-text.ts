/** Small letters without accents, for comparing what people type: `Bogotá` and `bogota` are the same. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
