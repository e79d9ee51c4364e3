import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confusableKey, hasUnseenInLines, plainLine, plainLines, withoutInvisible } from './plain-text.ts'

const line = plainLine({ maximum: 40 })
const lines = plainLines({ maximum: 40 })
const codeOf = (schema: typeof line, text: string) => schema.safeParse(text).error?.issues[0]?.message ?? null

/** Named as in Unicode. */
const UNSEEN = {
  'right-to-left override': '\u202e', 'left-to-right embedding': '\u202a', 'left-to-right isolate': '\u2066', 'pop directional isolate': '\u2069',
  'right-to-left mark': '\u200f', 'arabic letter mark': '\u061c', 'zero width space': '\u200b', 'zero width joiner': '\u200d',
  'word joiner': '\u2060', 'byte order mark': '\ufeff', 'soft hyphen': '\u00ad', 'variation selector': '\ufe0f',
  'variation selector 17': '\u{e0100}', 'tag latin small a': '\u{e0061}', 'hangul filler': '\u3164', 'braille blank': '\u2800',
  'combining grapheme joiner': '\u034f', 'invisible plus': '\u2064', 'zero': '\u0000', bell: '\u0007', 'next line': '\u0085',
  'line separator': '\u2028', 'paragraph separator': '\u2029', 'lone surrogate': '\ud800', 'private use': '\ue000', noncharacter: '\uffff',
} // biome-ignore format: one table

describe('plain text', () => {
  it.each(Object.entries(UNSEEN))('a draft is stored without a %s', (_, character) => {
    expect(withoutInvisible(`Aho${character}rros\nuno`)).toBe('Ahorros\nuno')
  })

  it('a draft keeps every visible character', () => {
    expect(withoutInvisible('👩🏽‍💻 trabajo ❤️\tNómina')).toBe('👩🏽‍💻 trabajo ❤️\tNómina')
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !hasUnseenInLines(withoutInvisible(text))))
  })

  it.each(Object.entries(UNSEEN))('BANK-03 refuses a %s, in one line and in several', (_, character) => {
    for (const schema of [line, lines]) expect(codeOf(schema, `Aho${character}rros`)).toBe('request.text_unseen')
  })

  it.each([
    'Nómina',
    "O'Connor-Peña",
    'Cra. 7 # 12-34, apto. 501',
    'Ahorros ❤️',
    '👩🏽‍💻 trabajo',
    '50 % – “mitad”',
    'Ñoño & Cía. S.A.S.',
    '日本',
  ])('accepts «%s» unchanged', (text) => {
    expect(line.parse(text)).toBe(text)
  })

  it('composes characters and collapses white space', () => {
    expect(line.parse('  No\u0301mina \t\u00a0 del\u3000mes ')).toBe('Nómina del mes')
    expect(lines.parse(' uno\r\n\tdos\rtres ')).toBe('uno\n dos\ntres')
    expect(codeOf(line, 'uno\ndos')).toBe('request.text_unseen')
    expect(line.safeParse(' \u00a0 ').success).toBe(false)
    expect(line.safeParse('a'.repeat(41)).success).toBe(false)
  })

  it('normalising accepted text again does not change it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const taken = line.safeParse(text)
        if (taken.success) expect(line.parse(taken.data)).toBe(taken.data)
      }),
    )
  })

  it('BANK-03 confusable texts have one key', () => {
    for (const text of ['nómina', 'NOMINA', 'No\u0301mina', ' nó mina', 'n ó m i n a', 'ｎｏｍｉｎａ'])
      expect(confusableKey(text)).toBe('nomina')
    expect(confusableKey('Ahorros 2')).not.toBe(confusableKey('Ahorros 1'))
  })
})
