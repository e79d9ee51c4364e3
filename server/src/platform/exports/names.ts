/** What each sealed part of an export is bound to, so that none can take the place of another. */
export const filterName = (id: string): string => `export.${id}.filter`
export const pieceName = (id: string, place: number): string => `export.${id}.${place}`
