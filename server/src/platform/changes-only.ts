/** Leaves out what is said again of the same case, so that a job that runs every few seconds tells of a case once in each process. */
export type ChangesOnly = (subject: string, said: string) => boolean

/** The oldest case is said again when there are more. */
const CASES_MAX = 10_000

/** True when it is the first time that this is said of the subject, or something else was said last. */
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
