/**
 * What may never be told to a customer: that a report about them exists or is considered, or that they are compared with lists of
 * sanctions (Ley 526 de 1999). The words that betray it are refused in what officers write to customers, whoever the customer is, so that
 * a refusal betrays nothing either. It catches a slip of the pen, and nobody who wants to tell.
 */

/**
 * Compared without accents, in one form of each letter, with one space between words, as in names of files too, and without the points of
 * `U.I.A.F.`. `ROS` only in capitals, as it is written.
 */
const BETRAYS: readonly RegExp[] = [
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

/** The first words that betray. */
export function betrayingWord(text: string): string | null {
  const read = folded(text)
  for (const pattern of BETRAYS) {
    const found = pattern.exec(read)
    if (found) return found[0]
  }
  return null
}
