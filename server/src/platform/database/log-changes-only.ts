/** Filter of repeated log events: a job that runs every few seconds logs a case once in each process. */
export type ChangesOnly = (subject: string, said: string) => boolean

/** With more cases the oldest is logged again when it recurs. */
const CASES_MAX = 10_000

/** True when this is the first event of the subject, or it differs from the last one. */
export function changesOnly(casesMax = CASES_MAX): ChangesOnly {
  const saidLast = new Map<string, string>()
  return (subject, said) => {
    const isNews = saidLast.get(subject) !== said
    saidLast.delete(subject)
    saidLast.set(subject, said)
    const [oldest] = saidLast.keys()
    if (saidLast.size > casesMax && oldest !== undefined) saidLast.delete(oldest)
    return isNews
  }
}
