import { describe, expect, it } from 'vitest'
import type { Entry } from './parts.ts'
import { ITEM_OF } from './summary-items.ts'

const AT = '2026-11-29T12:00:00.000Z'
const decided: Entry = { at: AT, what: 'risk_level', before: 'low', after: 'high', by: 'ana@tunjo.example', bySecond: 'leo@tunjo.example', reasonCodes: ['expired'], reason: 'Volumen alto' } // biome-ignore format: one entry
const checked: Entry = { at: AT, state: 'finished', by: 'ana@tunjo.example', gravest: 'Alto', isListed: true, isPep: null, isValidated: false, failedSources: ['OFAC'] } // biome-ignore format: one entry

describe('an entry in the summary of a case archive', () => {
  it('has the Spanish sentences of the file that authorities read', () => {
    expect(ITEM_OF.decisiones?.(decided, 'es')).toEqual({
      lead: '29 de noviembre de 2026, 7:00 a. m. · Riesgo: de bajo a alto',
      lines: ['Por: ana@tunjo.example y leo@tunjo.example', 'Razones: vencido', 'Motivo: Volumen alto'],
    })
    expect(ITEM_OF.antecedentes?.(checked, 'es').lines).toEqual([
      'Por: ana@tunjo.example',
      'Hallazgo más grave: Alto, puede haber otros. En listas: sí. PEP: no se sabe. Documento validado: no.',
      'Fuentes fallidas: OFAC',
    ])
    expect(ITEM_OF['conservacion-legal']?.({ at: AT, reason: 'Orden de un juez' }, 'es')).toEqual({
      lead: '29 de noviembre de 2026, 7:00 a. m. · vigente',
      lines: ['Por: SISTEMA', 'Motivo: Orden de un juez'],
    })
  })

  it('SHELL-13 has English sentences for an officer who reads English', () => {
    expect(ITEM_OF.decisiones?.(decided, 'en')).toEqual({
      lead: '29 November 2026, 07:00 · Risk: from low to high',
      lines: ['By: ana@tunjo.example and leo@tunjo.example', 'Reason codes: expired', 'Reason: Volumen alto'],
    })
    expect(ITEM_OF.antecedentes?.(checked, 'en').lines[1]).toBe(
      'Gravest finding: Alto, there may be others. On lists: yes. PEP: unknown. Document validated: no.',
    )
  })
})
