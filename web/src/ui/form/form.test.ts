import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { phrases, startPhrases } from '../../i18n/index.ts'
import { restoreDraft } from './form-draft.ts'
import { checkForm } from './form-problems.ts'
import { issueText } from './issue-text.ts'

const Person = z.object({
  name: z.string().trim().min(3).max(10),
  email: z.email(),
  level: z.enum(['1', '2']),
  amount: z.coerce.bigint().min(1_000n).max(13_000_000n),
  accepted: z.literal(true),
})
const ORDER = ['name', 'email', 'level', 'amount', 'accepted']
const GOOD = { name: 'Ana', email: 'ana@empresa.co', level: '1', amount: '5000', accepted: true }

beforeAll(() => startPhrases())

function textOf(values: Record<string, unknown>, field: string): string | undefined {
  const problem = checkForm(Person, values, ORDER).problems.find((found) => found.field === field)
  return problem && issueText(problem.issue, values[field], phrases.getFixedT('es', 'ui'))
}

describe('checkForm', () => {
  it('gives the decoded value', () => {
    expect(checkForm(Person, GOOD, ORDER)).toEqual({ value: { ...GOOD, amount: 5000n }, problems: [] })
  })

  it('gives one problem for each field, in the order of the screen', () => {
    const { value, problems } = checkForm(Person, {}, ['email', 'name', 'accepted', 'level', 'amount'])
    expect(value).toBeNull()
    expect(problems.map(({ field }) => field)).toEqual(['email', 'name', 'accepted', 'level', 'amount'])
  })
})

describe('issueText', () => {
  it.each<[Record<string, unknown>, string, string]>([
    [{ name: '  ' }, 'name', 'Completa este campo.'],
    [{ name: 'Al' }, 'name', 'Escribe al menos 3 caracteres.'],
    [{ name: 'Ana María Ruiz' }, 'name', 'Escribe máximo 10 caracteres.'],
    [{ email: 'ana@' }, 'email', 'Escribe un correo como nombre@empresa.co.'],
    [{ level: '9' }, 'level', 'Elige una de las opciones.'],
    [{ amount: '999' }, 'amount', 'El valor mínimo es 1.000.'],
    [{ amount: '99000000' }, 'amount', 'El valor máximo es 13.000.000.'],
    [{ accepted: false }, 'accepted', 'Completa este campo.'],
  ])('explains %o', (change, field, text) => {
    expect(textOf({ ...GOOD, ...change }, field)).toBe(text)
  })
})

describe('restoreDraft', () => {
  const initial = { name: '', accepted: false }

  it('restores only fields that still have their kind', () => {
    expect(restoreDraft('{"name":"Ana","accepted":"yes","gone":1}', initial)).toEqual({ name: 'Ana', accepted: false })
  })

  it.each([null, '', 'no json', '[]', 'null'])('starts over with %s', (text) => {
    expect(restoreDraft(text, initial)).toEqual(initial)
  })
})
