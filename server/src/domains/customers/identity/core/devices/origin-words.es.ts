/** Spanish words for the origin of a sign-in. */
export const ORIGIN_WORDS = {
  localNetwork: 'Red local',
  unknownPlace: 'Lugar desconocido',
  unknown: 'Desconocido',
  windows: 'Windows 10 u 11',
}
export type OriginWords = typeof ORIGIN_WORDS
