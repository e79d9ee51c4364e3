import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readZone } from '@tunjo/contract/identity-zone'
import { cardZone, type InventedCard } from '@tunjo/contract/identity-zone.testing'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { barcodePicture, cardRecord } from './card.testing.ts'
import { differencesFrom, missingFrom } from './card-values.ts'
import { parseCard } from './parse-card.ts'
import { readingOfCard, readingOfZone } from './read-document.ts'
import { readFirstCard, readPdf417 } from './read-pdf417.ts'

const MARIA = {
  number: '52123456',
  surname: 'MUÑOZ',
  secondSurname: 'DE LA CRUZ',
  name: 'MARIA',
  secondName: 'DEL MAR',
  birthDate: '19900517',
}
const CARD = {
  number: '52123456',
  fullName: 'MARIA DEL MAR MUÑOZ DE LA CRUZ',
  surnames: 'MUÑOZ DE LA CRUZ',
  names: 'MARIA DEL MAR',
  sex: 'F',
  birthDate: '1990-05-17',
  bloodType: 'O+',
}

beforeAll(() => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
})

async function pixels(picture: Buffer): Promise<ImageData> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' } as ImageData
}

describe('parseCard', () => {
  it('reads the fixed places', () => {
    expect(parseCard(cardRecord(MARIA))).toEqual(CARD)
  })

  it('reads a person with one name and one surname, and a blood type of three letters', () => {
    const card = parseCard(
      cardRecord({ number: '1003510411', surname: 'LOPEZ', name: 'IVAN', sex: 'M', birthDate: '20020813', bloodType: 'AB-' }),
    )
    expect(card).toMatchObject({ number: '1003510411', fullName: 'IVAN LOPEZ', sex: 'M', bloodType: 'AB-' })
  })

  it('reads a record without the mark and shifted by one position', () => {
    const record = cardRecord(MARIA)
    record.fill(0, 24, 32)
    expect(parseCard(Uint8Array.of(0, ...record))).toEqual(CARD)
  })

  it.each([
    ['a number that is too short', { ...MARIA, number: '52 123' }],
    ['a day that is none', { ...MARIA, birthDate: '19900231' }],
    ['a surname with digits', { ...MARIA, surname: 'MUN0Z' }],
    ['another sex', { ...MARIA, sex: 'X' }],
  ])('refuses %s', (_name, person) => {
    expect(parseCard(cardRecord(person))).toBeNull()
  })

  it('refuses other barcodes', () => {
    expect(parseCard(new TextEncoder().encode('M1PEREZ/ANA EABC123 BOGMDEAV 8523'))).toBeNull()
    expect(parseCard(new Uint8Array())).toBeNull()
  })
})

describe('readPdf417', () => {
  it('reads the barcode in a picture of the back, slightly rotated and in JPEG too', async () => {
    const barcode = await barcodePicture(cardRecord(MARIA))
    const card = sharp({ create: { width: 2000, height: 1300, channels: 3, background: '#d8d2b8' } })
    const flat = await card
      .composite([{ input: barcode, left: 300, top: 200 }])
      .png()
      .toBuffer()
    const photo = await sharp(flat).rotate(2, { background: '#333' }).jpeg({ quality: 80 }).toBuffer()
    const bytes = await readPdf417(new Uint8Array(photo))
    expect(bytes && parseCard(bytes)).toEqual(CARD)
  })

  it('returns null for a picture without one', async () => {
    const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    expect(await readPdf417(new Uint8Array(photo))).toBeNull()
  })
})

describe('readFirstCard', () => {
  it('continues with the next picture when a barcode is read as other bytes than those of a card', async () => {
    const misread = await pixels(await barcodePicture(new TextEncoder().encode('0215303329 PubDSK_1 005314451507468960OTALdufda')))
    const card = await pixels(await barcodePicture(cardRecord(MARIA)))
    const later = await pixels(await barcodePicture(cardRecord({ ...MARIA, number: '1003510411' })))
    expect(await readFirstCard([misread, card, later])).toEqual(CARD)
    expect(await readFirstCard([misread])).toBeNull()
  })
})

describe('comparison of the document with the typed values', () => {
  const read = {
    identificationTypeID: 7,
    identificationNumber: '52123456',
    fullName: 'Maria Del Mar Muñoz De La Cruz',
    birthDate: '1990-05-17',
  }
  const neverMatches = () => false

  it("gives the values of a barcode in the form's fields", () => {
    expect(readingOfCard({ ...CARD, sex: 'F' })).toMatchObject({
      source: 'pdf417',
      type: 'CC',
      number: '52123456',
      fullName: 'Maria Del Mar Muñoz De La Cruz',
      birthDate: '1990-05-17',
      evidence: { bloodType: 'O+', surnames: 'MUÑOZ DE LA CRUZ' },
    })
  })

  it('fills only what is empty', () => {
    expect(missingFrom({ fullName: 'Mar Muñoz', birthDate: '', identificationTypeID: 7 }, read, neverMatches)).toEqual({
      identificationNumber: '52123456',
      birthDate: '1990-05-17',
    })
    expect(missingFrom({ birthDate: '' }, { fullName: 'Ana Paz' }, neverMatches)).toEqual({ fullName: 'Ana Paz' })
  })

  it('changes a type that the person did not choose, as long as its number is empty', () => {
    const passport = { identificationTypeID: 602, identificationNumber: 'AX405133' }
    expect(missingFrom({ identificationTypeID: 7 }, passport, neverMatches)).toEqual(passport)
    expect(missingFrom({ identificationTypeID: 7 }, passport, () => true)).toEqual({ identificationNumber: 'AX405133' })
    expect(missingFrom({ identificationTypeID: 7, identificationNumber: '52123456' }, passport, neverMatches)).toEqual({})
    expect(differencesFrom({ identificationTypeID: 7, identificationNumber: '52123456' }, passport)).toEqual([
      'identificationTypeID',
      'identificationNumber',
    ])
  })

  it('finds differences, but ignores accents, case and the order of the names', () => {
    const typed = { fullName: 'munoz de la cruz  MARÍA del mar', identificationNumber: '52123465', birthDate: '' }
    expect(differencesFrom(typed, read)).toEqual(['identificationNumber'])
    expect(differencesFrom({ ...typed, fullName: 'María Muñoz' }, read)).toEqual(['identificationNumber', 'fullName'])
    expect(differencesFrom(typed, { birthDate: '1990-05-17' })).toEqual([])
  })
})

describe('comparison of a machine-readable zone with the typed values', () => {
  const zone = (changes: Partial<InventedCard> = {}) => {
    const lines = cardZone({
      cardNumber: '012345678',
      nuip: '52123456',
      surnames: 'MUNOZ DE LA CRUZ',
      names: 'MARIA LUZ',
      sex: 'F',
      birthDate: '900517',
      expiryDate: '330801',
      ...changes,
    })
    const reading = readZone(lines, '2026-11-21')
    if (!reading) throw new Error('an invented zone must hold')
    return reading
  }

  it('gives type, number, name and birth date, with the lines as evidence', () => {
    expect(readingOfZone(zone(), true)).toEqual({
      source: 'mrz',
      type: 'CC',
      number: '52123456',
      fullName: 'Maria Luz Munoz De La Cruz',
      birthDate: '1990-05-17',
      expiryDate: '2033-08-01',
      evidence: { line1: zone().lines[0], line2: zone().lines[1], line3: zone().lines[2] },
    })
  })

  it('gives no name that was read only once, or that may be truncated', () => {
    expect(readingOfZone(zone(), false).fullName).toBeNull()
    expect(readingOfZone(zone({ names: 'MARIA DEL MAR' }), true).fullName).toBeNull()
  })

  it('gives no number for a card for foreigners', () => {
    expect(readingOfZone(zone({ nationality: 'VEN' }), true)).toMatchObject({ type: null, number: null, birthDate: '1990-05-17' })
  })
})
