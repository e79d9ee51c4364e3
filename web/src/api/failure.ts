/** Told by its shape and not by its class, so that a page without calls need not load the client to know one. */
import type { CallFailed } from '@tunjo/contract/client'

export const isCallFailed = (error: unknown): error is CallFailed => error instanceof Error && 'status' in error && 'problem' in error

/** The person closed the question that approves a call: nothing was done, and nothing is said. */
export class StepUpCancelled extends Error {}
export const isStepUpCancelled = (error: unknown): boolean => error instanceof StepUpCancelled
