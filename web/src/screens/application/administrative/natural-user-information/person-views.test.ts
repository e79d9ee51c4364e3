import { describe, expect, it } from 'vitest'
import { dotBeside, viewOf } from './person-views.ts'

describe('ADM-04 the addresses under a person', () => {
  it('begin with the general tab', () => expect(viewOf({})).toEqual({ tab: 'general' }))
  it.each(['general', 'financiera', 'alertas', 'coincidencias', 'expediente', 'mensajes', 'linea-de-tiempo'])('tab %s', (tab) =>
    expect(viewOf({ tab })).toEqual({ tab }),
  )
  it.each(['id', 'address', 'list', 'pep', 'nature'])('document %s', (document) => expect(viewOf({ document })).toEqual({ document }))
  it('anything else does not exist', () => {
    for (const view of [{ tab: 'otra' }, { tab: 'doc' }, { document: 'otro' }, { document: '' }, { document: 'constructor' }])
      expect(viewOf(view)).toBeNull()
  })
})

it('ADM-07 the arrows go round the three dots, and into them from elsewhere', () => {
  expect([dotBeside('id', 1), dotBeside('address', 1), dotBeside('list', 1)]).toEqual(['address', 'list', 'id'])
  expect([dotBeside('id', -1), dotBeside('pep', 1), dotBeside('nature', -1)]).toEqual(['list', 'id', 'list'])
})
