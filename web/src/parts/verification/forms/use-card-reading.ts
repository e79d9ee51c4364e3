/** What the barcode of the cédula says: fills what is empty, keeps it as evidence, and is there to compare with. */
import { useState } from 'react'
import { addEvidence } from '../../../api/kyc.ts'
import { type CardValues, missingFrom, valuesOf } from '../card/compare-card.ts'
import type { Card } from '../card/parse-card.ts'
import type { DraftHandle } from '../use-draft.ts'

export type CardReading = ReturnType<typeof useCardReading>

export function useCardReading(draft: DraftHandle) {
  const [state, setState] = useState<'idle' | 'reading' | 'none' | 'read'>('idle')
  const [values, setValues] = useState<CardValues | null>(null)
  const [filled, setFilled] = useState(false)

  async function read(picture: File): Promise<void> {
    setState('reading')
    setValues(null)
    const { readCard } = await import('../card/read-card.ts')
    const card = await readCard(picture)
    if (!card) return setState('none')
    const found = valuesOf(card)
    const missing = missingFrom(draft.latest(), found)
    if (Object.keys(missing).length > 0) draft.change(missing)
    setFilled(Object.keys(missing).length > 0)
    setValues(found)
    setState('read')
    // The reviewer sees it beside what was typed; without it the pictures are still there.
    await addEvidence(draft.form, 'pdf417', evidenceOf(card)).catch(() => undefined)
  }

  return { state, values, filled, read: (picture: File) => void read(picture).catch(() => setState('none')) }
}

const evidenceOf = ({ number, surnames, names, sex, birthDate, bloodType }: Card): Record<string, string> => ({
  number,
  surnames,
  names,
  sex,
  birthDate,
  bloodType,
})
