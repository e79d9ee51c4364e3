/** Document reading: fills empty fields, stores the data as evidence, and provides them for comparison. */
import { useRef, useState } from 'react'
import { addEvidence } from '../../../api/kyc.ts'
import { type CardValues, missingFrom } from '../card/card-values.ts'
import type { DocumentReading } from '../card/read-document.ts'
import type { DraftHandle } from '../use-draft.ts'

export type CardReading = ReturnType<typeof useCardReading>

/** From the list that the form offers. */
export interface DocumentType {
  readonly id: number
  readonly code: string | null
  readonly name: string
}
type Slot = 'frontal' | 'back'

export function useCardReading(draft: DraftHandle, types: readonly DocumentType[]) {
  const [state, setState] = useState<'idle' | 'reading' | 'zone' | 'none' | 'read'>('idle')
  const [reading, setReading] = useState<DocumentReading | null>(null)
  const [filled, setFilled] = useState(false)
  const last = useRef<Partial<Record<Slot, File>>>({})
  const readFrom = useRef<Slot | null>(null)

  async function read(slot: Slot, picture: File, mayHaveBarcode: boolean): Promise<void> {
    last.current[slot] = picture
    const isCurrent = () => last.current[slot] === picture
    setState('reading')
    const { readDocument } = await import('../card/read-document.ts')
    const found = await readDocument(picture, { mayHaveBarcode, onZone: () => isCurrent() && setState('zone') })
    if (!isCurrent()) return
    if (!found) {
      // One side is enough: a passport has no data on the other.
      const stays = readFrom.current !== null && readFrom.current !== slot
      if (!stays) setReading(null)
      return setState(stays ? 'read' : 'none')
    }
    readFrom.current = slot
    setReading(found)
    setState('read')
    const missing = missingFrom(draft.latest(), valuesOf(found, types), draft.isTouched)
    if (Object.keys(missing).length > 0) draft.change({ ...missing })
    setFilled(Object.keys(missing).length > 0)
    // The reviewer sees it next to the typed values; without it the pictures remain.
    await addEvidence(draft.form, found.source, found.evidence).catch(() => undefined)
  }

  return {
    state,
    values: reading && valuesOf(reading, types),
    source: reading?.source,
    expiryDate: reading?.expiryDate ?? null,
    filled,
    read: (slot: Slot, picture: File, { mayHaveBarcode }: { mayHaveBarcode: boolean }) =>
      void read(slot, picture, mayHaveBarcode).catch(() => setState('none')),
  }
}

function valuesOf({ type, number, fullName, birthDate }: DocumentReading, types: readonly DocumentType[]): CardValues {
  const id = types.find(({ code }) => code === type)?.id
  return {
    ...(id === undefined ? {} : { identificationTypeID: id }),
    ...(number === null ? {} : { identificationNumber: number }),
    ...(fullName === null ? {} : { fullName }),
    birthDate,
  }
}
