/** English words for the origin of a sign-in. */
import type { OriginWords } from './origin-words.es.ts'

export const ORIGIN_WORDS: OriginWords = {
  localNetwork: 'Local network',
  unknownPlace: 'Unknown place',
  unknown: 'Unknown',
  windows: 'Windows 10 or 11',
}
