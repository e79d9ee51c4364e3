import { describe, expect, it } from 'vitest'
import { readSection } from './sections.ts'

describe('section of Configuración', () => {
  it('ID-09 is read from the address', () => {
    expect(readSection({ seccion: 'seguridad' })).toBe('seguridad')
  })

  it.each([{}, { seccion: 'otra' }, { seccion: ['seguridad'] }, { seccion: 1 }])('%o gives the first', (search) => {
    expect(readSection(search)).toBe('perfil')
  })
})
