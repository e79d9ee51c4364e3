import { describe, expect, it } from 'vitest'
import { type DocumentView, documentFor, dotBeside, dotsOf, viewOf } from './person-views.ts'

describe('ADM-04 the addresses under a person', () => {
  it('begin with the general tab', () => expect(viewOf({})).toEqual({ tab: 'general' }))
  it.each(['general', 'financiera', 'alertas', 'coincidencias', 'expediente', 'mensajes', 'linea-de-tiempo'])('tab %s', (tab) =>
    expect(viewOf({ tab })).toEqual({ tab }),
  )
  it.each(['id', 'address', 'list', 'pep', 'nature'])('document %s', (document) => expect(viewOf({ document })).toEqual({ document }))
  it('other addresses do not exist', () => {
    for (const view of [{ tab: 'otra' }, { tab: 'doc' }, { document: 'otro' }, { document: '' }, { document: 'constructor' }])
      expect(viewOf(view)).toBeNull()
  })
})

it('ADM-07 the arrows cycle through the three dots, and enter them from other views', () => {
  const beside = (document: DocumentView, step: 1 | -1) => dotBeside(document, step, 'Persona')
  expect([beside('id', 1), beside('address', 1), beside('list', 1)]).toEqual(['address', 'list', 'id'])
  expect([beside('id', -1), beside('pep', 1), beside('nature', -1)]).toEqual(['list', 'id', 'list'])
})

it('A8 ADM-05 a company proves its address with its first form, so no view is empty', () => {
  expect(documentFor('address', 'Entidad')).toBe('id')
  expect(documentFor('address', 'Persona')).toBe('address')
  expect(dotsOf('Entidad')).toEqual(['id', 'list'])
  expect([dotBeside('id', 1, 'Entidad'), dotBeside('list', 1, 'Entidad'), dotBeside('id', -1, 'Entidad')]).toEqual(['list', 'id', 'list'])
})
