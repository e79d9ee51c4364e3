/**
 * Tipping-off check: a customer must not learn that a report about them exists or is considered, or that they are compared with sanctions
 * lists (Ley 526 de 1999). Terms that disclose it are refused in officers' texts to every customer, so that the refusal itself
 * discloses nothing. It prevents mistakes, not intent.
 */

/**
 * Compared without accents, in one form of each letter, with one space between words, as in file names too, and without the points of
 * `U.I.A.F.`. `ROS` only in capitals.
 */
const TIPPING_OFF_TERMS: readonly RegExp[] = [
  /\bROS\b/,
  /\b(UIAF|SIREL|OFAC|SDN|SARLAFT|SAGRILAFT|CLINTON|FATF|GAFI|GAFILAT|LA\/?FT)\b/i,
  /\bunidad de informacion y analisis financiero\b/i,
  /\b(operacion|transaccion)(es)? (sospechosas?|inusual(es)?)\b/i,
  /\bactividad(es)? sospechosas?\b/i,
  /\blistas?( \w+)? (restrictivas?|vinculantes?|negras?|de control|de sanciones|de sancionados|onu|de terroristas)\b/i,
  /\bsancionad[oa]s?\b/i,
  /\b(lavado de activos|blanqueo|financiacion del terrorismo|terroris(mo|tas?))\b/i,
  /\breporte (a|ante) (la|las) (autoridad(es)?|fiscalia|policia)\b/i,
  /\b(fiscalia|policia judicial)\b/i,
  /\b(sanctions? lists?|sanctioned|black ?lists?|watch ?lists?|suspicious (transaction|activity)|money laundering|terror(ism|ists?))\b/i,
]

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s_-]+/gu, ' ')
    .replace(/\b\p{L}(?:\. ?\p{L})+\b/gu, (initials) => initials.replace(/[. ]/g, ''))

/** Find the first tipping-off term. */
export function findTippingOffTerm(text: string): string | null {
  const read = folded(text)
  for (const pattern of TIPPING_OFF_TERMS) {
    const found = pattern.exec(read)
    if (found) return found[0]
  }
  return null
}
