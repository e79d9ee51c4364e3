/**
 * What may never be told to a customer: that a report about them exists or is considered, or that they are compared with lists of
 * sanctions (Ley 526 de 1999). The words that betray it are refused
 * in what officers write to customers, whoever the customer is, so that a refusal betrays nothing either.
 */

/** Compared without accents and in capitals. `ROS` only as a word, in capitals as it is written. */
const BETRAYS: readonly RegExp[] = [
  /\bROS\b/,
  /\b(UIAF|SIREL|OFAC|SDN|SARLAFT|SAGRILAFT|CLINTON|FATF|GAFI|GAFILAT)\b/i,
  /\boperaci[oó]n(es)? (sospechosas?|inusual(es)?)\b/i,
  /\blistas? (restrictivas?|vinculantes?|negras?|de control|de sanciones|de sancionados|onu|de terroristas)\b/i,
  /\bsancionad[oa]s?\b/i,
  /\b(lavado de activos|blanqueo|financiaci[oó]n del terrorismo|terroris(mo|tas?))\b/i,
  /\breporte (a|ante) (la|las) (autoridad(es)?|fiscal[ií]a|polic[ií]a)\b/i,
  /\b(fiscal[ií]a|polic[ií]a judicial)\b/i,
]

/** The first word that betrays, as it was written. */
export function betrayingWord(text: string): string | null {
  for (const pattern of BETRAYS) {
    const found = pattern.exec(text)
    if (found) return found[0]
  }
  return null
}
