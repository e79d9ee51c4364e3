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

  it('tells the century by the day: born before today, valid at most twenty years from now', () => {
    expect(readZone(cardZone({ ...MARIA, birthDate: '261121', expiryDate: '460101' }), TODAY)).toMatchObject({
      birthDate: '2026-11-21',
      expiryDate: '2046-01-01',
    })
    // A hundred years old tomorrow.
    expect(readZone(cardZone({ ...MARIA, birthDate: '261122' }), TODAY)?.birthDate).toBe('1926-11-22')
    expect(readZone(cardZone({ ...MARIA, birthDate: '270101', expiryDate: '470101' }), TODAY)).toMatchObject({
      birthDate: '1927-01-01',
      expiryDate: '1947-01-01',
    })
  })

  it('says when the name goes to the end of its line, where it may be cut off', () => {
    expect(readZone(cardZone({ ...MARIA, names: 'MARIA DEL MAR' }), TODAY)).toMatchObject({ names: 'MARIA DEL MA', isNameCut: true })
  })

  it('puts right what is taken for each other, as far as the field tells', () => {
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

  it('of a foreigner, or without a NUIP, says nothing of type and number', () => {
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

  it('has the number that its holder knows', () => {
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

  it('of any country, with letters and zeros told apart by the check digit', () => {
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

  it('that is something else is refused: a visa, other lengths, other letters', () => {
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
