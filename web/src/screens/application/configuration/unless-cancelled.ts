/** Closing the dialog that asks for approval is no failure: nothing happened, so nothing is said. */
import { isStepUpCancelled } from '../../../api/failure.ts'

/** What the call answered, or null when it was given up. */
export async function unlessCancelled<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (isStepUpCancelled(error)) return null
    throw error
  }
}
