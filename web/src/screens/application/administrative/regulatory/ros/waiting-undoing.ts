/** Pending reopening or discarding of a report. */
import type { Ros } from '@tunjo/contract/regulatory-ros'

/** The change that waits for a second officer, if any: the last requested one without a decision. */
export function waitingUndoing({ undoing }: Pick<Ros, 'undoing'>): Ros['undoing'][number] | null {
  const last = undoing.at(-1)
  return last?.step === 'proposed' ? last : null
}
