/** Treat a cancelled step-up dialog as no failure: the action was not executed, so no error is shown. */
import { isStepUpCancelled } from '../../../api/failure.ts'

/** Answer of the call, or null when it was cancelled. */
export async function unlessCancelled<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (isStepUpCancelled(error)) return null
    throw error
  }
}
