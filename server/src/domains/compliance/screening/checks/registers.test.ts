import { expect, it } from 'vitest'
import type { Registers } from '../provider/background-checks.ts'
import { type RegisterFacts, registerFacts } from './registers.ts'

const [CC, NIT] = [
  { document: '1012345678', documentType: 'CC' },
  { document: '890903938', documentType: 'NIT' },
] as const
const UNKNOWN = { isDocumentCurrent: null, isRutActive: null, isRutSame: null }

it.each<[string, typeof CC | typeof NIT, Partial<Registers>, Partial<RegisterFacts>]>([
  ['nothing', CC, {}, {}],
  ['a current cédula', CC, { documentState: 'Vigente' }, { isDocumentCurrent: true }],
  ['one without political rights', CC, { documentState: 'VIGENTE CON PERDIDA DE LOS DERECHOS POLITICOS' }, { isDocumentCurrent: true }],
  ['one of a person who died', CC, { documentState: 'CANCELADA POR MUERTE' }, { isDocumentCurrent: false }],
  ['one that is not', CC, { documentState: 'NO VIGENTE' }, { isDocumentCurrent: false }],
  ['the RUT of a person is not asked for', CC, { rut: '10123456781', rutState: 'REGISTRO CANCELADO' }, {}],
  ['a cédula of a company is none', NIT, { documentState: 'CANCELADA' }, {}],
  ['an active RUT', NIT, { rutState: 'Registro activo' }, { isRutActive: true }],
  ['an inactive one', NIT, { rutState: 'REGISTRO INACTIVO' }, { isRutActive: false }],
  ['the same NIT', NIT, { rut: '8909039388' }, { isRutSame: true }],
  ['without its check digit', NIT, { rut: '890903938' }, { isRutSame: true }],
  ['another NIT', NIT, { rut: '8999990681' }, { isRutSame: false }],
])('register data of a document: %s', (_case, subject, said, expected) => {
  expect(registerFacts(subject, { documentState: null, rut: null, rutState: null, ...said })).toEqual({ ...UNKNOWN, ...expected })
})
