/** Names to which the sealed parts of an export are bound, so that none can replace another. */
export const filterName = (id: string): string => `export.${id}.filter`
export const pieceName = (id: string, place: number): string => `export.${id}.${place}`
