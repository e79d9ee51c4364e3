import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { barcodePicture, cardRecord } from './card.testing.ts'
import { differencesFrom, missingFrom, valuesOf } from './compare-card.ts'
import { parseCard } from './parse-card.ts'
import { readPdf417 } from './read-picture.ts'

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

  it('reads a record without the mark that is one place further', () => {
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
  it('reads the barcode in a picture of the back, also a little askew and in JPEG', async () => {
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

  it('answers null for a picture without one', async () => {
    const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    expect(await readPdf417(new Uint8Array(photo))).toBeNull()
  })
})

describe('the card beside what was typed', () => {
  const card = valuesOf({ ...CARD, sex: 'F' })

  it('fills only what is empty', () => {
    expect(card).toEqual({ identificationNumber: '52123456', fullName: 'Maria Del Mar Muñoz De La Cruz', birthDate: '1990-05-17' })
    expect(missingFrom({ fullName: 'Mar Muñoz', birthDate: '' }, card)).toEqual({
      identificationNumber: '52123456',
      birthDate: '1990-05-17',
    })
  })

  it('tells differences, but not of accents, capitals or the order of the names', () => {
    const typed = { fullName: 'munoz de la cruz  MARÍA del mar', identificationNumber: '52123465', birthDate: '' }
    expect(differencesFrom(typed, card)).toEqual(['identificationNumber'])
    expect(differencesFrom({ ...typed, fullName: 'María Muñoz' }, card)).toEqual(['identificationNumber', 'fullName'])
  })
})
