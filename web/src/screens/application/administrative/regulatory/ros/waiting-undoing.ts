/** Which reopening or discarding of a report waits for a second officer. */
import type { Ros } from '@tunjo/contract/regulatory-ros'

/** The change that waits for a second officer, when there is one: the last that was asked for and is not decided. */
export function waitingUndoing({ undoing }: Pick<Ros, 'undoing'>): Ros['undoing'][number] | null {
  const last = undoing.at(-1)
  return last?.step === 'proposed' ? last : null
}
