import { describe, expect, it } from 'vitest'
import { readSection } from './sections.ts'

describe('section of Configuración', () => {
  it('ID-09 the address names it', () => {
    expect(readSection({ seccion: 'seguridad' })).toBe('seguridad')
  })

  it.each([{}, { seccion: 'otra' }, { seccion: ['seguridad'] }, { seccion: 1 }])('%o is the first', (search) => {
    expect(readSection(search)).toBe('perfil')
  })
})
