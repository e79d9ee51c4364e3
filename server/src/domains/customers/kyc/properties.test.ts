import { FORMS, type Form, SLOTS } from '@tunjo/contract/kyc-forms'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkDocuments,
  checkFields,
  countedFields,
  FIELDS_SLOT,
  type Fields,
  type FormState,
  progressOf,
  type SlotItem,
} from './core/forms.ts'
import { checkForm, checkLevelChange, formsOf, isEarned, levelOf, NOT_BEGUN, statusOfLevel, verifiedLevel } from './core/rules.ts'
import type { ItemState, LevelStatus } from './core/types.ts'

const anyForm = fc.constantFrom(...FORMS)
const anyState = fc.constantFrom<ItemState>('staged', 'pending', 'accepted', 'declined')
const itemsOf = (form: Form) =>
  fc.array(fc.record({ slot: fc.constantFrom(...Object.keys(SLOTS[form]), FIELDS_SLOT), state: anyState }), { maxLength: 12 })
const value = fc.constantFrom<unknown>(undefined, null, '', 'x', true, false, 'true', 'false', 0, 7, [])
const fieldsOf = (form: Form) => {
  const names = new Set([...countedFields(form, {}), ...countedFields(form, { livesInColombia: false })])
  return fc.record(Object.fromEntries([...names].map((name) => [name, value])))
}
const anyDraft = anyForm.chain((form) => fc.record({ form: fc.constant(form), fields: fieldsOf(form), items: itemsOf(form) }))

describe('progress', () => {
  it('KYC-03 is never negative or above the total', () => {
    fc.assert(
      fc.property(anyDraft, ({ form, fields, items }) => {
        const { done, total } = progressOf(form, fields, items)
        expect(done).toBeGreaterThanOrEqual(0)
        expect(done).toBeLessThanOrEqual(total)
      }),
      { numRuns: 2_000 },
    )
  })

  it('KYC-03 counts out of 9 at level 1, 9 or 10 at level 2', () => {
    expect(progressOf('natural-1', {}, [])).toEqual({ done: 0, total: 9 })
    expect(progressOf('natural-2', { livesInColombia: true }, [])).toEqual({ done: 1, total: 9 })
    expect(progressOf('natural-2', { livesInColombia: 'false' }, [])).toEqual({ done: 1, total: 10 })
    expect(progressOf('natural-3', {}, [])).toEqual({ done: 0, total: 3 })
  })

  it('KYC-03 grows with every given file and field, and does not depend on their order', () => {
    fc.assert(
      fc.property(anyDraft, fc.nat(), ({ form, fields, items }, seed) => {
        const slots = Object.keys(SLOTS[form])
        const more: SlotItem = { slot: slots[seed % slots.length] ?? '', state: 'staged' }
        const before = progressOf(form, fields, items)
        expect(progressOf(form, fields, [...items, more]).done).toBeGreaterThanOrEqual(before.done)
        expect(progressOf(form, fields, [...items].reverse())).toEqual(before)
        const names = countedFields(form, fields).filter((name) => name !== 'livesInColombia')
        const name = names[seed % names.length]
        if (name) expect(progressOf(form, { ...fields, [name]: true }, items).done).toBeGreaterThanOrEqual(before.done)
      }),
      { numRuns: 2_000 },
    )
  })

  it('KYC-03 is complete exactly when nothing is missing', () => {
    const given = (name: string, fields: Fields): boolean => {
      const one = fields[name]
      if (name === 'sourceOfFunds' || name === 'fundsAreLawful') return one === true || one === 'true'
      if (name === 'departmentID' && given('cityID', fields)) return true
      return one !== undefined && one !== null && one !== '' && !Array.isArray(one)
    }
    fc.assert(
      fc.property(anyDraft, ({ form, fields, items }) => {
        const { done, total } = progressOf(form, fields, items)
        const areTyped = countedFields(form, fields).every((name) => given(name, fields))
        const isAskedAgain =
          items.some(({ slot, state }) => slot === FIELDS_SLOT && state === 'declined') && checkFields(form, items) !== null
        expect(done === total).toBe(areTyped && checkDocuments(form, items) === null && !isAskedAgain)
      }),
      { numRuns: 5_000 },
    )
  })
})

/** One person's verification as the use cases drive it, without a database. */
interface World {
  status: LevelStatus
  forms: Map<Form, { state: FormState; items: SlotItem[] }>
}
type Step = { do: 'send' | 'accept' | 'decline' | 'change'; pick: number }
const kind = <K extends Step['do']>(kind: K, weight: number) => ({ arbitrary: fc.constant(kind), weight })
const anyStep: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(kind('send', 4), kind('accept', 12), kind('decline', 1), kind('change', 4)),
  pick: fc.nat(1_000),
})
const complete = (form: Form): SlotItem[] => [
  ...Object.entries(SLOTS[form]).flatMap(([slot, { minimum }]) =>
    Array.from({ length: slot === 'vatReturns' ? 1 : minimum }, (): SlotItem => ({ slot, state: 'pending' })),
  ),
  ...(countedFields(form, {}).length > 0 ? [{ slot: FIELDS_SLOT, state: 'pending' as const }] : []),
]

function take({ status, forms }: World, step: Step, personType: 'natural' | 'legal'): World {
  const names = formsOf(personType)
  const form = names[step.pick % names.length] ?? 'natural-1'
  const known = forms.get(form) ?? { state: 'draft' as const, items: [] }
  const put = (state: FormState, items: SlotItem[]) => new Map(forms).set(form, { state, items })
  if (step.do === 'send') {
    if (checkForm(form, known.state, { personType, verified: verifiedLevel(status), isRenewing: false })) return { status, forms }
    const answered = known.items.map((item) => (item.state === 'declined' ? { ...item, state: 'pending' as const } : item))
    const items = known.state === 'draft' ? complete(form) : answered
    return { status: { currentLevel: levelOf(form), isVerified: false }, forms: put('sent', items) }
  }
  if (step.do === 'change') {
    const newLevel = (step.pick % 4) + 1
    const levels = new Set([...forms].filter(([, { state, items }]) => isEarned(state, items)).map(([name]) => levelOf(name)))
    if (checkLevelChange(status, newLevel, { personType, levels })) return { status, forms }
    const kept = [...forms].filter(([name]) => levelOf(name) < newLevel)
    return { status: statusOfLevel(newLevel, personType), forms: new Map(kept) }
  }
  const waiting = known.items.findIndex(({ state }) => state === 'pending')
  if (waiting < 0) return { status, forms }
  const decided = step.do === 'accept' ? ('accepted' as const) : ('declined' as const)
  const items = known.items.map((item, index) => (index === waiting ? { ...item, state: decided } : item))
  return { status, forms: put(decided === 'declined' ? 'declined' : known.state, items) }
}

describe('random histories', () => {
  it.each(['natural', 'legal'] as const)(
    'KYC-05 KYC-15 a %s is verified level by level, from documents that were all accepted',
    (personType) => {
      let [raised, lowered] = [0, 0]
      fc.assert(
        fc.property(fc.array(anyStep, { minLength: 50, maxLength: 150, size: 'max' }), (steps) => {
          let world: World = { status: NOT_BEGUN, forms: new Map() }
          for (const step of steps) {
            const next = take(world, step, personType)
            const [before, after] = [verifiedLevel(world.status), verifiedLevel(next.status)]
            expect(after).toBeLessThanOrEqual(before + 1)
            if (after > before) {
              raised++
              expect(step.do).toBe('change')
              const form = world.forms.get(formsOf(personType)[after - 1] ?? 'natural-1')
              expect(form?.items.filter(({ slot, state }) => slot !== FIELDS_SLOT && state !== 'accepted')).toEqual([])
              expect(form?.items.some(({ state }) => state === 'declined')).toBe(false)
            }
            if (after < before) lowered++
            for (const [name, { state, items }] of next.forms) {
              if (state === 'sent') expect([checkDocuments(name, items), checkFields(name, items)]).toEqual([null, null])
              // Accepted items change only with a lost level.
              const kept = world.forms.get(name)?.items.filter((item) => item.state === 'accepted').length ?? 0
              if (step.do !== 'change') expect(items.filter((item) => item.state === 'accepted').length).toBeGreaterThanOrEqual(kept)
            }
            if (next.status.currentLevel > 1) expect(after).toBeGreaterThanOrEqual(next.status.currentLevel - 1)
            expect(next.status.currentLevel).toBeLessThanOrEqual(formsOf(personType).length)
            world = next
          }
        }),
        { numRuns: 200 },
      )
      expect(raised).toBeGreaterThan(20)
      expect(lowered).toBeGreaterThan(5)
    },
  )
})
