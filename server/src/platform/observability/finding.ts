/** Findings of `tunjo check`: one line for each check, with the next step where it does not fit. */
import { CommandRefused } from '../process/command-refused.ts'

export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'fault'
  /** One sentence, without any secret. */
  readonly found: string
  /** Next step of the operator. Null where nothing is to be done. */
  readonly next: string | null
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, next: null })
export const warning = (check: string, found: string, next: string): Finding => ({ check, state: 'warning', found, next })
export const fault = (check: string, found: string, next: string): Finding => ({ check, state: 'fault', found, next })

/** Result of `work`, or a fault with its reason. */
export async function findingOf(check: string, work: () => Promise<string>, next: string): Promise<Finding> {
  try {
    return ok(check, await work())
  } catch (error) {
    return fault(check, reasonOf(error), next)
  }
}

/** Reason in one sentence: the first line of an error's message, or its code when the message is empty. */
export function reasonOf(error: unknown): string {
  if (error instanceof CommandRefused) return error.message
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly unknown[] }
  // A host with several addresses, each of which refused.
  const text = message || (errors?.[0] ? reasonOf(errors[0]) : code) || String(error)
  return (text.split('\n')[0] ?? '').replace(/\.?$/, '.')
}

/** The same of a call over HTTP: the reason behind `fetch failed`, where there is one. */
export const reasonOfCall = (error: unknown): string =>
  reasonOf(error instanceof TypeError && error.cause !== undefined ? error.cause : error)

/** @throws when the time limit passes, whatever `work` still waits for */
export async function withinTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1_000} seconds`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
