import { describe, expect, it } from 'vitest'
import { csvText } from './csv-text.ts'

describe('ADM-15 text of a CSV', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('teléfono;motivo')],
    ['UTF-8 with its mark', new TextEncoder().encode('\uFEFFteléfono;motivo')],
    ['Windows', Uint8Array.from('teléfono;motivo', (letter) => letter.charCodeAt(0))],
  ])('is read from %s', async (_name, bytes) => {
    expect(await csvText(new Blob([bytes]))).toBe('teléfono;motivo')
  })
})
