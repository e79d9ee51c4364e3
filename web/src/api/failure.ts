/** Told by its shape and not by its class, so that a page without calls need not load the client to know one. */
import type { CallFailed } from '@tunjo/contract/client'

export const isCallFailed = (error: unknown): error is CallFailed => error instanceof Error && 'status' in error && 'problem' in error

/** The text of a call without an answer in time: a read was given up, of a write nobody knows whether it was done. */
export const NO_ANSWER = 'no answer'
export const UNSURE = 'outcome unknown'

/** The network is up, and the server does not answer or is not well: nothing the person's connection can help. */
export const isServiceTrouble = (error: unknown): boolean =>
  isCallFailed(error) && (error.status >= 500 || (error.status === 0 && navigator.onLine))

/** Of a write: it may have been done, and only the very same again tells. */
export const isUnanswered = (error: unknown): boolean => isCallFailed(error) && (error.status === 0 || error.status >= 500)

/** The person closed the question that approves a call: nothing was done, and nothing is said. */
export class StepUpCancelled extends Error {}
export const isStepUpCancelled = (error: unknown): boolean => error instanceof StepUpCancelled
