/** Recognised by shape, not by class, so that a page without calls need not load the client. */
import type { CallFailed } from '@tunjo/contract/client'

export const isCallFailed = (error: unknown): error is CallFailed => error instanceof Error && 'status' in error && 'problem' in error

/** Message of a call that timed out: a read was abandoned, a write has an unknown outcome. */
export const NO_ANSWER = 'no answer'
export const UNSURE = 'outcome unknown'

/** The network is available, and the server does not answer or fails: the person's connection is not the cause. */
export const isServiceTrouble = (error: unknown): boolean =>
  isCallFailed(error) && (error.status >= 500 || (error.status === 0 && navigator.onLine))

/** For a write: it may have been executed, and only an identical retry reveals it. */
export const isUnanswered = (error: unknown): boolean => isCallFailed(error) && (error.status === 0 || error.status >= 500)

/** The person cancelled the step-up dialog: the call was not sent, and no error is shown. */
export class StepUpCancelled extends Error {}
export const isStepUpCancelled = (error: unknown): boolean => error instanceof StepUpCancelled
