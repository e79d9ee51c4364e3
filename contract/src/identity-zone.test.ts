import { describe, expect, it } from 'vitest'
import { cardZone, passportZone } from './identity-zone.testing.ts'
import { readZone } from './identity-zone.ts'

const TODAY = '2026-11-21'
const MARIA = {
  cardNumber: '012345678',
  nuip: '52123456',
  surnames: 'MUNOZ DE LA CRUZ',
  names: 'MARIA LUZ',
  sex: 'F',
  birthDate: '900517',
  expiryDate: '330801',
} as const
const changed = (lines: readonly string[], line: number, at: number, letter: string) =>
  lines.map((text, index) => (index === line ? text.slice(0, at) + letter + text.slice(at + 1) : text))

describe('the zone of a cédula', () => {
  it('has the NUIP in the optional field, and the number of the card elsewhere', () => {
    const lines = cardZone(MARIA)
    expect(readZone(lines, TODAY)).toEqual({
      format: 'TD1',
      lines,
      documentType: 'CC',
      number: '52123456',
      documentNumber: '012345678',
      issuer: 'COL',
      nationality: 'COL',
      surnames: 'MUNOZ DE LA CRUZ',
      names: 'MARIA LUZ',
      isNameCut: false,
      sex: 'F',
      birthDate: '1990-05-17',
      expiryDate: '2033-08-01',
    })
  })

  it('derives the century from today: born before today, valid at most twenty years from now', () => {
    expect(readZone(cardZone({ ...MARIA, birthDate: '261121', expiryDate: '460101' }), TODAY)).toMatchObject({
      birthDate: '2026-11-21',
      expiryDate: '2046-01-01',
    })
    // One day before the hundredth birthday.
    expect(readZone(cardZone({ ...MARIA, birthDate: '261122' }), TODAY)?.birthDate).toBe('1926-11-22')
    expect(readZone(cardZone({ ...MARIA, birthDate: '270101', expiryDate: '470101' }), TODAY)).toMatchObject({
      birthDate: '1927-01-01',
      expiryDate: '1947-01-01',
    })
  })

  it('reports when the name reaches the end of its line, where it may be truncated', () => {
    expect(readZone(cardZone({ ...MARIA, names: 'MARIA DEL MAR' }), TODAY)).toMatchObject({ names: 'MARIA DEL MA', isNameCut: true })
  })

  it('corrects confused letters and digits as far as the field allows', () => {
    const lines = cardZone(MARIA)
    const misread = [lines[0]?.replace('COL0', 'C0LO'), lines[1]?.replace('900517', '9OOSI7'), lines[2]?.replace('MUNOZ', 'MUN0Z')]
    expect(readZone(misread.map(String), TODAY)).toMatchObject({ lines, number: '52123456', surnames: 'MUNOZ DE LA CRUZ' })
  })

  it.each([
    ['the number of the card', 0, 8],
    ['its check digit', 0, 14],
    ['the birth date', 1, 3],
    ['the expiry date', 1, 9],
    ['the NUIP', 1, 20],
    ['the digit over all', 1, 29],
  ])('is refused with one wrong digit in %s', (_name, line, at) => {
    const lines = cardZone(MARIA)
    const right = Number(lines[line]?.[at])
    for (const wrong of [1, 5, 9].map((step) => (right + step) % 10))
      expect(readZone(changed(lines, line, at, String(wrong)), TODAY), String(wrong)).toBeNull()
  })

  it('gives no type and number for a foreigner or without a NUIP', () => {
    expect(readZone(cardZone({ ...MARIA, nationality: 'VEN' }), TODAY)).toMatchObject({
      documentType: null,
      number: null,
      nationality: 'VEN',
    })
    expect(readZone(cardZone({ ...MARIA, nuip: '' }), TODAY)).toMatchObject({ documentType: null, number: null, birthDate: '1990-05-17' })
  })
})

describe('the zone of a passport', () => {
  const IVAN = { number: 'AX0405133', surnames: 'LOPEZ', names: 'IVAN', sex: 'M', birthDate: '851231', expiryDate: '310109' } as const

  it('gives the number that its holder knows', () => {
    expect(readZone(passportZone(IVAN), TODAY)).toMatchObject({
      format: 'TD3',
      documentType: 'PA',
      number: 'AX0405133',
      surnames: 'LOPEZ',
      names: 'IVAN',
      sex: 'M',
      birthDate: '1985-12-31',
    })
  })

  it('distinguishes letters and zeros by the check digit, for any country', () => {
    const lines = passportZone({ ...IVAN, number: 'XO0O12345', issuer: 'ESP' })
    expect(readZone(lines, TODAY)?.number).toBe('XO0O12345')
    const zeros = passportZone({ ...IVAN, number: 'X00012345', issuer: 'ESP' })
    expect(
      readZone(
        zeros.map((line) => line.replace('X000', 'X0O0')),
        TODAY,
      )?.number,
    ).toBe('X00012345')
  })

  it('refuses a visa, other lengths and other letters', () => {
    expect(
      readZone(
        passportZone(IVAN).map((line, index) => (index === 0 ? `V${line.slice(1)}` : line)),
        TODAY,
      ),
    ).toBeNull()
    expect(readZone(passportZone(IVAN).slice(0, 1), TODAY)).toBeNull()
    expect(
      readZone(
        passportZone(IVAN).map((line) => line.slice(1)),
        TODAY,
      ),
    ).toBeNull()
    expect(
      readZone(
        passportZone(IVAN).map((line) => line.toLowerCase()),
        TODAY,
      ),
    ).toBeNull()
    expect(readZone([], TODAY)).toBeNull()
  })
})
