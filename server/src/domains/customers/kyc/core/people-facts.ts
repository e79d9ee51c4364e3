/** Ages, and document numbers without a kind: for customers, and for people named by companies and their documents. */

/**
 * Completed years on a day, negative for a day before birth. Birthdays are days, not instants; a person born on 29 February is a year older
 * on 1 March. Numbers are compared, since years beyond 9999 sort before today as text.
 */
export function ageOn(day: string, birthDate: string): number {
  const [year, birthYear] = [Number(day.slice(0, 4)), Number(birthDate.slice(0, 4))]
  return year - birthYear - (day.slice(5) < birthDate.slice(5) ? 1 : 0)
}

/** Document number of a partner or shareholder, without its kind, which the form does not ask: letters and digits, without separators. */
export const partnerNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
/** Rejects homoglyphs, which would be another number. */
export const PARTNER_NUMBER = /^(?=.*\d)[A-Z0-9]{4,20}$/
