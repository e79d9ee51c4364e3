/** How far a form is, and what it still wants: decisions on plain values (KYC-03, KYC-11, KYC-12, KYC-17). */
import { FIELDS, type Form, SLOTS, type Slot } from '@tunjo/contract/kyc-forms'
import type * as z from 'zod'
import { type Refusal, refusal } from '../../platform/refusal.ts'
import type { ItemState } from './types.ts'

export type Fields = Readonly<Record<string, unknown>>
export interface SlotItem {
  readonly slot: string
  readonly state: ItemState
}

/** The fields of a form count as one thing to review, beside its files. */
export const FIELDS_SLOT = 'fields'

export const slotsOf = (form: Form): Readonly<Record<string, Slot>> => SLOTS[form]
export const slotOf = (form: Form, name: string): Slot | null => (Object.hasOwn(SLOTS[form], name) ? (slotsOf(form)[name] ?? null) : null)
export const schemaOf = (form: Form): z.ZodObject | null => (form in FIELDS ? FIELDS[form as keyof typeof FIELDS] : null)

/** What counts towards a form: a declined file does not, a new one in its place does. */
const counts = ({ state }: SlotItem): boolean => state === 'staged' || state === 'pending' || state === 'accepted'
const filled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const NATURAL_1 = ['fullName', 'identificationNumber', 'birthDate', 'identificationTypeID', 'cellphoneNumber', 'peps']
const LIVES_HERE = ['isColombian', 'homeAddress', 'departmentID', 'cityID']
const LIVES_ABROAD = ['isColombian', 'homeAddress', 'outsideCountry', 'outsideState', 'outsideCity']
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

const isAbroad = ({ isColombian }: Fields): boolean => isColombian === false || isColombian === 'false'

export interface Progress {
  readonly done: number
  readonly total: number
}

/** One for each field and one for each file that is wanted: 9 at level 1; 9 or 10 at level 2; 3 at level 3. */
export function progressOf(form: Form, fields: Fields, items: readonly SlotItem[]): Progress {
  const names = countedFields(form, fields)
  const typed = names.filter((name) => filled(fields[name]) || (name === 'departmentID' && filled(fields.cityID))).length
  const slots = wantedSlots(form).map(({ names: any, minimum }) => Math.min(minimum, countIn(items, any)))
  const wanted = wantedSlots(form).reduce((sum, { minimum }) => sum + minimum, 0)
  return { done: typed + slots.reduce((sum, count) => sum + count, 0), total: names.length + wanted }
}

/** Income and VAT returns stand for each other (S1 §3.5). */
function wantedSlots(form: Form): readonly { names: readonly string[]; minimum: number }[] {
  const slots = Object.entries(slotsOf(form)).flatMap(([name, { minimum }]) => (minimum > 0 ? [{ names: [name], minimum }] : []))
  return form === 'legal-1' ? [...slots, { names: ['incomeReturns', 'vatReturns'], minimum: 1 }] : slots
}

const countIn = (items: readonly SlotItem[], names: readonly string[]): number =>
  items.filter((item) => names.includes(item.slot) && counts(item)).length

/** Whether every document is there, with the declined ones replaced. */
export function checkDocuments(form: Form, items: readonly SlotItem[]): Refusal | null {
  const missing = wantedSlots(form).filter(({ names, minimum }) => countIn(items, names) < minimum)
  if (missing.length === 0) return null
  return missing.every(({ names }) => names.includes('vatReturns')) ? refusal('kyc.tax_returns_missing') : refusal('kyc.documents_missing')
}

/** A slot takes another file while the form is a draft, or when a file of it was declined. */
export function mayAddTo(name: string, formState: 'draft' | 'declined', items: readonly SlotItem[]): boolean {
  return formState === 'draft' || items.some(({ slot, state }) => slot === name && state === 'declined')
}

/** Only what was declined is asked again: the fields stay as they are unless they were. */
export function mayChangeFields(formState: 'draft' | 'declined', items: readonly SlotItem[]): boolean {
  return formState === 'draft' || items.some(({ slot, state }) => slot === FIELDS_SLOT && state === 'declined')
}

/** How many more files a slot takes; a declined file makes room for its successor. */
export const roomIn = (slot: Slot, name: string, items: readonly SlotItem[]): number => slot.maximum - countIn(items, [name])
