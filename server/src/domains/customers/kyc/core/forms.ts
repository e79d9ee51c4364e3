/** Progress of a form and its missing parts: decisions on plain values (KYC-03, KYC-11, KYC-12, KYC-17). */
import { FIELDS, type Form, SLOTS, type Slot } from '@tunjo/contract/kyc-forms'
import type * as z from 'zod'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'
import type { ItemState } from './types.ts'

export type FormState = 'draft' | 'sent' | 'declined' | 'accepted'
export type Fields = Readonly<Record<string, unknown>>
export interface SlotItem {
  readonly slot: string
  readonly state: ItemState
}

/** The fields of a form count as one item of the review, in addition to its files. */
export const FIELDS_SLOT = 'fields'

export const slotsOf = (form: Form): Readonly<Record<string, Slot>> => SLOTS[form]
export const slotOf = (form: Form, name: string): Slot | null => (Object.hasOwn(SLOTS[form], name) ? (slotsOf(form)[name] ?? null) : null)
export const schemaOf = (form: Form): z.ZodObject | null => (form in FIELDS ? FIELDS[form as keyof typeof FIELDS] : null)

/** True for an item that a reviewer has not declined. */
const isKept = ({ state }: SlotItem): boolean => state === 'pending' || state === 'accepted'
const isStaged = ({ state }: SlotItem): boolean => state === 'staged'
const isDeclined = ({ state }: SlotItem): boolean => state === 'declined'
/** A declaration answered with no is incomplete: the form cannot be sent with it (KYC-10). */
const DECLARATIONS: ReadonlySet<string> = new Set(['sourceOfFunds', 'fundsAreLawful'])

function isFilled(name: string, fields: Fields): boolean {
  const value = fields[name]
  if (DECLARATIONS.has(name)) return value === true || value === 'true'
  // The department only helps to choose the city.
  if (name === 'departmentID' && isGiven(fields.cityID)) return true
  return isGiven(value)
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const NATURAL_1 = ['fullName', 'identificationNumber', 'birthDate', 'identificationTypeID', 'cellphoneNumber', 'peps']
const LIVES_HERE = ['livesInColombia', 'homeAddress', 'departmentID', 'cityID']
const LIVES_ABROAD = ['livesInColombia', 'homeAddress', 'outsideCountry', 'outsideState', 'outsideCity']
const NATURAL_2 = ['occupationID', 'economicActivityID', 'descriptionEconomicActivity', 'sourceOfFunds']
const LEGAL_1 = [
  'legalName', 'jurisdictionCountry', 'departmentID', 'cityID', 'mainAddress', 'nit', 'businessDescription', 'fundsAreLawful', 'fundsOrigin',
  'chamberOfCommerceDate', 'cellphoneNumber', 'shareholders',
] // biome-ignore format: one list

/** Names of the fields that the progress counts; the department belongs to the city and is not sent. */
export function countedFields(form: Form, fields: Fields): readonly string[] {
  if (form === 'natural-1') return NATURAL_1
  if (form === 'natural-2') return [...(isAbroad(fields) ? LIVES_ABROAD : LIVES_HERE), ...NATURAL_2]
  return form === 'legal-1' ? LEGAL_1 : []
}

const isAbroad = ({ livesInColombia }: Fields): boolean => livesInColombia === false || livesInColombia === 'false'

export interface Progress {
  readonly done: number
  readonly total: number
}

/** One for each field and one for each required file: 9 at level 1; 9 or 10 at level 2; 3 at level 3. */
export function progressOf(form: Form, fields: Fields, items: readonly SlotItem[]): Progress {
  const names = countedFields(form, fields)
  const wants = wantsOf(form, items)
  const total = names.length + wants.reduce((sum, { wanted }) => sum + wanted, 0)
  const files = wants.reduce((sum, { wanted, there }) => sum + Math.min(wanted, there), 0)
  const done = names.filter((name) => isFilled(name, fields)).length + files
  // Declined fields are all filled in and still wait for the person.
  const isAskedAgain = items.some((item) => item.slot === FIELDS_SLOT && isDeclined(item)) && checkFields(form, items) !== null
  return { done: isAskedAgain ? Math.min(done, total - 1) : done, total }
}

interface Want {
  readonly names: readonly string[]
  readonly wanted: number
  readonly there: number
}

/** A declined file has to be replaced by at least one more than was kept, also where the rest would be enough (KYC-17). */
function wantsOf(form: Form, items: readonly SlotItem[]): readonly Want[] {
  return slotGroups(form).map(({ names, minimum }) => {
    const own = items.filter(({ slot }) => names.includes(slot))
    const kept = own.filter(isKept).length
    return {
      names,
      wanted: own.some(isDeclined) ? Math.max(minimum, kept + 1) : minimum,
      there: kept + own.filter(isStaged).length,
    }
  })
}

/** Income and VAT returns can replace each other (KYC-12). */
function slotGroups(form: Form): readonly { names: readonly string[]; minimum: number }[] {
  const slots = Object.entries(slotsOf(form)).flatMap(([name, { minimum }]) => (minimum > 0 ? [{ names: [name], minimum }] : []))
  return form === 'legal-1' ? [...slots, { names: ['incomeReturns', 'vatReturns'], minimum: 1 }] : slots
}

/** Whether every document is there, with the declined ones replaced. */
export function checkDocuments(form: Form, items: readonly SlotItem[]): Refusal | null {
  const missing = wantsOf(form, items).filter(({ wanted, there }) => there < wanted)
  if (missing.length === 0) return null
  return missing.every(({ names }) => names.includes('vatReturns')) ? refusal('kyc.tax_returns_missing') : refusal('kyc.documents_missing')
}

/** Whether the fields were checked, and were not declined since. */
export function checkFields(form: Form, items: readonly SlotItem[]): Refusal | null {
  const isThere = items.some((item) => item.slot === FIELDS_SLOT && (isKept(item) || isStaged(item)))
  return schemaOf(form) && !isThere ? refusal('kyc.fields_missing') : null
}

/** A slot accepts another file while the form is a draft, or when a file of it was declined. */
export function mayAddTo(name: string, formState: FormState, items: readonly SlotItem[]): boolean {
  return formState === 'draft' || items.some(({ slot, state }) => slot === name && state === 'declined')
}

/** Only declined items are asked again: the fields stay as they are unless they were declined. */
export function mayChangeFields(formState: FormState, items: readonly SlotItem[]): boolean {
  return formState === 'draft' || items.some(({ slot, state }) => slot === FIELDS_SLOT && state === 'declined')
}

/** Number of further files that a slot accepts; a declined file makes room for its successor. */
export const roomIn = (slot: Slot, name: string, items: readonly SlotItem[]): number =>
  slot.maximum - items.filter((item) => item.slot === name && !isDeclined(item)).length
