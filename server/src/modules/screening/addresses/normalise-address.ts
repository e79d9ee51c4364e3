/** Colombian addresses written the same way: `Cra. 7ª # 12-34 Apto 501` and `KR 7 A 12 34 AP 501` are one. */
import { foldText } from '../../../platform/list-query.ts'

const SYNONYMS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    cl: ['calle', 'cll', 'clle', 'cl', 'c'],
    kr: ['carrera', 'cra', 'cr', 'crr', 'kra', 'kr', 'k'],
    tv: ['transversal', 'transv', 'trans', 'tr', 'tv'],
    dg: ['diagonal', 'diag', 'dg'],
    av: ['avenida', 'avda', 'ave', 'av'],
    au: ['autopista', 'autop', 'aut', 'au'],
    ap: ['apartamento', 'apartaestudio', 'apto', 'apt', 'ap'],
    to: ['torre', 'tor', 'to'],
    in: ['interior', 'int', 'in'],
    bl: ['bloque', 'blq', 'bl'],
    ca: ['casa', 'cs', 'ca'],
    cj: ['conjunto', 'conj', 'cj'],
    ur: ['urbanizacion', 'urb', 'ur'],
    br: ['barrio', 'br'],
    vd: ['vereda', 'vda', 'vd'],
    km: ['kilometro', 'kilom', 'km'],
    lt: ['lote', 'lt'],
    of: ['oficina', 'ofic', 'of'],
    pi: ['piso', 'ps', 'pi'],
    ed: ['edificio', 'edif', 'ed'],
    mz: ['manzana', 'mza', 'mz'],
    lc: ['local', 'loc', 'lc'],
  }).flatMap(([word, others]) => others.map((other) => [other, word])),
)
/** Say nothing: `#`, `No.`, and what letters of an ordinal leave. */
const EMPTY = new Set(['numero', 'num', 'nro', 'no', 'n'])
const UNITS = new Set(['ap', 'in', 'ca', 'of', 'lc', 'pi'])

/** Words and numbers apart, without accents and signs. */
export function normaliseAddress(address: string): string {
  // The capital district is no street.
  const words = foldText(address.replace(/[ªº°]/g, ' ').replace(/\bd\.\s*c\b/gi, 'dc')).match(/\p{L}+|\d+/gu) ?? []
  return words
    .filter((word) => !EMPTY.has(word))
    .map((word) => SYNONYMS[word] ?? word)
    .join(' ')
}

/** Names a door, not only a building. */
export const hasUnit = (normalised: string): boolean => normalised.split(' ').some((word) => UNITS.has(word))

/** Of a full name in the order of Colombia: one or two given names, then both last names. */
export function lastNames(fullName: string): string {
  const words = foldText(fullName).match(/\p{L}+/gu) ?? []
  return words.slice(words.length > 3 ? -2 : 1).join(' ')
}
