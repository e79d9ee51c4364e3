/** File rules of a form slot, for the check before sending. The server checks every file again. */
import { type Form, SLOTS, type Slot } from '@tunjo/contract/kyc-forms'
import { type FileKind, type FileRules, JPG, PDF, PNG } from '../../ui/file-drop/file-check.ts'

/** Round figures for display; the server accepts a little more. */
const BYTES_MAX = { image: 15_000_000, pdf: 10_000_000 }
const KINDS: Record<Slot['kinds'][number], readonly FileKind[]> = { image: [PNG, JPG], pdf: [PDF] }

export const slotOf = (form: Form, name: string): Slot => {
  const slots: Readonly<Record<string, Slot>> = SLOTS[form]
  const slot = slots[name]
  if (!slot) throw new Error(`no slot ${name} in ${form}`)
  return slot
}

/** @param kept number of existing files; in a slot for one file the new one replaces it */
export function slotRules(slot: Slot, kept: number): FileRules {
  return {
    kinds: slot.kinds.flatMap((kind) => KINDS[kind]),
    bytesMax: Math.min(...slot.kinds.map((kind) => BYTES_MAX[kind])),
    filesMax: slot.maximum === 1 ? 1 : Math.max(0, slot.maximum - kept),
  }
}

export const isPdfOnly = ({ kinds }: Slot): boolean => kinds.length === 1 && kinds[0] === 'pdf'
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean => type.startsWith('image/') || /\.(png|jpe?g)$/i.test(name)
